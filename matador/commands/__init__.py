"""What each command of the command line answers, as plain values ready for JSON."""
