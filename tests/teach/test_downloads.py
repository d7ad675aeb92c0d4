"""The data for others: every table as CSV and JSON, each with its line to cite."""

import csv
import io
import json

import pytest

from matador.game.rules import FIELDS
from matador.teach import downloads, matrix
from matador.teach.content import CONTENT, load_presets, load_sources


@pytest.mark.parametrize("name", downloads.TABLES)
def test_csv_and_json_hold_the_same_and_say_how_to_cite(name: str) -> None:
    cite, _, table = downloads.as_csv(name).partition("\n")
    assert cite == f"# {downloads.cite(name)}"
    lines = list(csv.DictReader(io.StringIO(table)))
    found = json.loads(downloads.as_json(name))
    assert found["cite"] == downloads.cite(name)
    if not name.startswith("study-"):
        as_text = [{key: str(value) for key, value in row.items()} for row in found["rows"]]
        assert as_text == lines


def test_every_study_can_be_had() -> None:
    kept = {path.stem for path in (CONTENT / "studies").glob("*.json")}
    assert set(downloads.STUDIES) == kept


@pytest.mark.parametrize("name", downloads.STUDIES)
def test_every_result_of_a_study_has_a_name_of_its_own(name: str) -> None:
    results = [line["result"] for line in downloads.table(f"study-{name}")]
    assert len(set(results)) == len(results)


def test_the_matrix_has_one_record_for_each_point_and_source() -> None:
    lines = downloads.table("matrix")
    assert len(lines) == len(FIELDS) * len(matrix.in_use())
    for line in lines:
        silent = line["status"] == "silent"
        assert silent == (line["locator"] == "") == (line["evidence"] == "") == (not line["value"])
    assert len(downloads.table("rule-sets")) == len(FIELDS) * len(load_presets())
    assert len(downloads.table("sources")) == len(load_sources())


def test_a_study_is_flat_with_an_error_for_each_mean() -> None:
    at = matrix.usual()
    change = next(one for one in at.changes if one.field == "draw")
    number = change.changes["plays"]
    place = f"comparisons/{at.rules} {at.players} {at.policy}/changes/{change.rules}/changes/plays"
    lines = {str(line["result"]): line for line in downloads.table("study-decisions")}
    assert (lines[place]["value"], lines[place]["standard_error"]) == (number.mean, number.error)
    rows = [line for line in downloads.table("effects") if line["rules"] == change.rules]
    assert (number.mean, number.error) in {
        (line["change"], line["change_standard_error"]) for line in rows
    }
    chances = {str(line["result"]): line for line in downloads.table("study-chances")}
    assert chances["by_size/7/double_blank/exact"]["value"] == "1/4"
