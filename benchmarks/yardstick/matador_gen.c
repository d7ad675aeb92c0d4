/* An exact solver for any set up to double-nine (55 tiles, one 64-bit mask); two players.
 *
 * Measures: the time of an exact solution (gsolve) over set, hand size, reserve and drawing rule,
 * both hands and the order of the stock being known. The lead is that of matador_proto.c. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef uint64_t u64;

/* What the table remembers of a position: bounds of its value, and the best move. */
typedef struct {
  u64 key;
  int16_t lo, hi;
  uint8_t mv;
  uint8_t pad[3];
} Ent;

/* The deal: halves and pips of each tile, numbered in deal order, a set of tiles being a bit mask.
 * N_[e]: the tiles but matadors that answer end e; M_: the matadors. */
static int A[64], B[64], P[64], NT;
static u64 N_[16], M_;
/* The rules: target, reserve, payment, and whether only one tile is drawn a turn. */
static int SUM, RES, RULE, ONE;
/* The search: nodes so far, their limit, and whether it was reached. */
static u64 NODES, CAP;
static int ab;
/* The table, and the random numbers that make its keys: hands, ends, turn, stock. */
static Ent *TT;
static u64 TTM, Z0[64], Z1[64], ZE[16][16], ZT, ZP[64];

/* splitmix64 */
static u64 sm(u64 *s) {
  u64 z = (*s += 0x9E3779B97F4A7C15ULL);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
  return z ^ z >> 31;
}

static int sump(u64 m) {
  int s = 0;
  for (; m; m &= m - 1) s += P[__builtin_ctzll(m)];
  return s;
}

/* What a finished hand is worth to player 0. */
static int score(int p0, int p1) {
  if (!RULE) return p1 - p0;
  return p0 < p1 ? p0 + p1 : p0 > p1 ? -(p0 + p1) : 0;
}

/* Negamax, as the mover sees it. h: the mover's hand, o: the other; pos: next tile of the stock;
 * who: the mover; ph, po: pips in h and o; hk: the key of hands, turn and stock; bone: pips still
 * drawable. */
static int search(u64 h, u64 o, int e0, int e1, int pos, int who, int ph, int po, u64 hk, int bone,
                  int al, int be) {
  if (++NODES > CAP) {
    ab = 1;
    return 0;
  }
  u64 ans = N_[e0] | N_[e1] | M_, can = ans & h;
  u64 *zm = who ? Z1 : Z0;
  int drew = 0;
  while (!can && pos < NT - RES && !(ONE && drew)) {
    hk ^= ZP[pos] ^ ZP[pos + 1] ^ zm[pos];
    h |= 1ULL << pos;
    ph += P[pos];
    bone -= P[pos];
    can = ans & (1ULL << pos);
    pos++;
    drew = 1;
  }
  if (!can) {
    int stuck = !(ans & o) && pos >= NT - RES;
    if (stuck) {
      int v = who ? score(po, ph) : score(ph, po);
      return who ? -v : v;
    }
    return -search(o, h, e0, e1, pos, !who, po, ph, hk ^ ZT, bone, -be, -al);
  }
  if (e0 > e1) {
    int t = e0;
    e0 = e1;
    e1 = t;
  }
  /* What the value cannot exceed or fall below, whatever is still drawn. */
  int ub, lb;
  if (!RULE) {
    ub = po + bone;
    lb = -(ph + bone);
  } else {
    ub = ph + po + bone;
    lb = -ub;
  }
  if (ub <= al) return ub;
  if (lb >= be) return lb;
  u64 key = hk ^ ZE[e0][e1];
  Ent *E = &TT[key & TTM];
  int tm = 255;
  if (E->key == key) {
    if (E->lo >= be) return E->lo;
    if (E->hi <= al) return E->hi;
    if (E->lo == E->hi) return E->lo;
    if (E->lo > al) al = E->lo;
    if (E->hi < be) be = E->hi;
    tm = E->mv;
  }
  /* Moves, with a guess at how good each is: the best guess is tried first. */
  int mt[256], ms[256], me[256], sc[256], n = 0;
  for (int s = 0; s < (e0 == e1 ? 1 : 2); s++) {
    int e = s ? e1 : e0, ot = s ? e0 : e1;
    for (u64 m = h & (N_[e] | M_); m; m &= m - 1) {
      int t = __builtin_ctzll(m), mat = M_ >> t & 1;
      for (int k = 0; k < 2; k++) {
        int ne;
        if (mat) {
          if (k && A[t] == B[t]) break;
          ne = k ? B[t] : A[t];
        } else {
          if (k) break;
          ne = A[t] == SUM - e ? B[t] : A[t];
        }
        u64 oa = (N_[ne] | N_[ot] | M_) & o;
        mt[n] = t;
        ms[n] = s;
        me[n] = ne;
        sc[n] = 2 * P[t] - 6 * __builtin_popcountll(oa) + (oa ? 0 : 40) - (mat ? 8 : 0) +
                3 * __builtin_popcountll((N_[ne] | N_[ot]) & h & ~(1ULL << t)) +
                (t * 2 + s == tm ? 1000 : 0);
        n++;
      }
    }
  }
  int best = -32000, bm = 255, a0 = al;
  for (int i = 0; i < n; i++) {
    int b = i;
    for (int j = i + 1; j < n; j++)
      if (sc[j] > sc[b]) b = j;
    int t = mt[b], s = ms[b], ne = me[b];
    mt[b] = mt[i];
    ms[b] = ms[i];
    me[b] = me[i];
    sc[b] = sc[i];
    u64 nh = h & ~(1ULL << t);
    int v;
    if (!nh) {
      NODES++;
      v = po;
    } else
      v = -search(o, nh, s ? e0 : ne, s ? ne : e1, pos, !who, po, ph - P[t], hk ^ zm[t] ^ ZT, bone,
                  -be, -al);
    if (ab) return 0;
    if (v > best) {
      best = v;
      bm = t * 2 + s;
      if (v > al) {
        al = v;
        if (v >= be) break;
      }
    }
  }
  int lo = -32000, hi = 32000;
  if (E->key == key) lo = E->lo, hi = E->hi;
  if (best >= be) {
    if (best > lo) lo = best;
  } else if (best <= a0) {
    if (best < hi) hi = best;
  } else
    lo = hi = best;
  E->key = key;
  E->lo = lo;
  E->hi = hi;
  E->mv = bm;
  return best;
}

static void make_keys(void) {
  u64 s = 42;
  ZT = sm(&s);
  for (int i = 0; i < 64; i++) {
    Z0[i] = sm(&s);
    Z1[i] = sm(&s);
    ZP[i] = sm(&s);
  }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) ZE[i][j] = sm(&s);
}

/* The value for player 0 after the lead. ta, tb: the halves of nt tiles of a double-nset set in
 * deal order: k of player 0, k of player 1, then the stock in drawing order. rule: 0 pays the
 * difference, 1 pays everything in a blocked hand; one: draw one tile a turn. The table has 2^logtt
 * entries; after cap nodes the search is given up (ok = 0). */
int gsolve(const int *ta, const int *tb, int nt, int nset, int k, int reserve, int rule, int one,
           int logtt, u64 cap, u64 *nodes, int *ok) {
  NT = nt;
  SUM = nset + 1;
  RES = reserve;
  RULE = rule;
  ONE = one;
  CAP = cap;
  NODES = 0;
  ab = 0;
  if (!TT || TTM != (1ULL << logtt) - 1) {
    free(TT);
    TTM = (1ULL << logtt) - 1;
    TT = calloc(TTM + 1, sizeof(Ent));
  } else
    memset(TT, 0, (TTM + 1) * sizeof(Ent));
  M_ = 0;
  memset(N_, 0, sizeof N_);
  make_keys();
  for (int i = 0; i < nt; i++) {
    A[i] = ta[i];
    B[i] = tb[i];
    P[i] = ta[i] + tb[i];
    if (P[i] == SUM || P[i] == 0) M_ |= 1ULL << i;
  }
  for (int e = 1; e <= nset; e++)
    for (int i = 0; i < nt; i++)
      if (!(M_ >> i & 1) && (A[i] == SUM - e || B[i] == SUM - e)) N_[e] |= 1ULL << i;
  int lead = -1, top = -1;
  for (int i = 0; i < 2 * k; i++)
    if (A[i] == B[i] && A[i] > top) top = A[i], lead = i;
  if (lead < 0)
    for (int i = 0; i < k; i++)
      if (P[i] > top) top = P[i], lead = i;
  u64 h0 = (1ULL << k) - 1, h1 = h0 << k;
  int who = lead >= k;
  if (who)
    h1 &= ~(1ULL << lead);
  else
    h0 &= ~(1ULL << lead);
  u64 hk = ZP[2 * k];
  for (int i = 0; i < 2 * k; i++) {
    if (h0 >> i & 1) hk ^= Z0[i];
    if (h1 >> i & 1) hk ^= Z1[i];
  }
  int bone = 0;
  for (int i = 2 * k; i < nt - reserve; i++) bone += P[i];
  int p0 = sump(h0), p1 = sump(h1), v;
  if (who)
    v = search(h0, h1, A[lead], B[lead], 2 * k, 0, p0, p1, hk, bone, -32000, 32000);
  else
    v = -search(h1, h0, A[lead], B[lead], 2 * k, 1, p1, p0, hk ^ ZT, bone, -32000, 32000);
  *nodes = NODES;
  *ok = !ab;
  return v;
}
