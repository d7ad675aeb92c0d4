/* The plain yardstick: Matador with bit masks and no further tricks; two players, double-six.
 *
 * Measures: random hands a second (playouts), lines of play a second (perft), and the time and
 * nodes a second of an exact solver with alpha-beta and a table (solve); plain is a check on it.
 *
 * Rules: ends make 7; 0-0, 1-6, 2-5 and 3-4 go anywhere; seven tiles each; the highest double leads
 * (if there is none, the heaviest tile of player 0); draw until playable, down to `reserve` tiles;
 * the hand is blocked when neither can move. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t u32;
typedef uint64_t u64;
static int TA[28], TB[28], PIP[28];
/* Tiles are numbered 0-0, 0-1 ... 6-6; a set of tiles is a bit mask. NORM[e]: the tiles but
 * matadors that answer end e; MAT: the matadors; DBL: the doubles. */
static u32 NORM[7], MAT, DBL;
static int inited = 0;

static void init(void) {
  if (inited) return;
  inited = 1;
  int k = 0;
  for (int a = 0; a < 7; a++)
    for (int b = a; b < 7; b++, k++) {
      TA[k] = a;
      TB[k] = b;
      PIP[k] = a + b;
      if (a == b) DBL |= 1u << k;
      if (a + b == 7 || a + b == 0) MAT |= 1u << k;
    }
  for (int e = 1; e < 7; e++)
    for (k = 0; k < 28; k++)
      if (!((MAT >> k) & 1) && (TA[k] == 7 - e || TB[k] == 7 - e)) NORM[e] |= 1u << k;
  NORM[0] = 0;
}

static inline u64 rng(u64 *s) { /* xorshift64* */
  u64 x = *s;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *s = x;
  return x * 2685821657736338717ULL;
}

static inline u32 below(u64 *s, u32 n) {
  return (u32)(((rng(s) >> 32) * (u64)n) >> 32);
}

static inline int nth(u32 m, int n) {
  while (n--) m &= m - 1;
  return __builtin_ctz(m);
}

static int pips(u32 m) {
  int s = 0;
  while (m) {
    s += PIP[__builtin_ctz(m)];
    m &= m - 1;
  }
  return s;
}

/* One random hand; returns pips1 - pips0 (difference scoring), *plies counts tile placements */
static int playout(u64 *s, int reserve, long *plies, int *blocked) {
  u32 left = (1u << 28) - 1, h[2] = {0, 0};
  int nl = 28;
  for (int p = 0; p < 2; p++)
    for (int i = 0; i < 7; i++) {
      int t = nth(left, below(s, nl));
      left &= ~(1u << t);
      nl--;
      h[p] |= 1u << t;
    }
  int turn = 0, lead = -1;
  u32 d = (h[0] | h[1]) & DBL;
  if (d) {
    lead = 31 - __builtin_clz(d);
    turn = (h[1] >> lead) & 1;
  } else {
    int best = -1;
    for (u32 m = h[0]; m; m &= m - 1) {
      int t = __builtin_ctz(m);
      if (PIP[t] > best) best = PIP[t], lead = t;
    }
  }
  h[turn] &= ~(1u << lead);
  (*plies)++;
  int e0 = TA[lead], e1 = TB[lead], passes = 0;
  turn ^= 1;
  for (;;) {
    u32 H = h[turn];
    u32 can = (NORM[e0] | NORM[e1] | MAT) & H;
    while (!can && nl > reserve) {
      int t = nth(left, below(s, nl));
      left &= ~(1u << t);
      nl--;
      H |= 1u << t;
      can = (NORM[e0] | NORM[e1] | MAT) & (1u << t);
    }
    h[turn] = H;
    if (!can) {
      if (++passes == 2) {
        *blocked = 1;
        break;
      }
      turn ^= 1;
      continue;
    }
    passes = 0;
    /* moves: normal on e0, normal on e1 (if different), matadors x orientations x ends */
    u32 a = H & NORM[e0], b = (e0 != e1) ? H & NORM[e1] : 0, m = H & MAT;
    int ends = (e0 != e1) ? 2 : 1;
    int na = __builtin_popcount(a), nb = __builtin_popcount(b);
    int nm = 2 * __builtin_popcount(m) - (m & 1); /* 0-0 is tile 0 and has one orientation */
    int r = below(s, na + nb + nm * ends), t;
    if (r < na) {
      t = nth(a, r);
      e0 = TA[t] == 7 - e0 ? TB[t] : TA[t];
    } else if ((r -= na) < nb) {
      t = nth(b, r);
      e1 = TA[t] == 7 - e1 ? TB[t] : TA[t];
    } else {
      r -= nb;
      int side = r >= nm;
      if (side) r -= nm;
      int ne;
      if (m & 1) {
        if (r == 0) {
          t = 0;
          ne = 0;
        } else {
          r--;
          t = nth(m & ~1u, r >> 1);
          ne = r & 1 ? TA[t] : TB[t];
        }
      } else {
        t = nth(m, r >> 1);
        ne = r & 1 ? TA[t] : TB[t];
      }
      if (side)
        e1 = ne;
      else
        e0 = ne;
    }
    h[turn] &= ~(1u << t);
    (*plies)++;
    if (!h[turn]) break;
    turn ^= 1;
  }
  return pips(h[1]) - pips(h[0]);
}

/* n random hands. out: wins of player 0, wins of player 1, ties, tiles placed, blocked hands, sum
 * of the differences. */
void playouts(u64 seed, long n, int reserve, long *out) {
  init();
  u64 s = seed * 0x9E3779B97F4A7C15ULL + 1;
  memset(out, 0, 6 * sizeof(long));
  for (long i = 0; i < n; i++) {
    int bl = 0;
    int v = playout(&s, reserve, &out[3], &bl);
    out[0] += v > 0;
    out[1] += v < 0;
    out[2] += v == 0;
    out[4] += bl;
    out[5] += v;
  }
}

/* --- the exact solver: both hands and the order of the stock are known --- */

/* What the table remembers of a position: bounds of its value, and the best move. */
typedef struct {
  u64 key;
  int16_t lo, hi;
  uint8_t mv;
  uint8_t pad[3];
} Ent;

static Ent *TT;
static u64 TTM;
static u64 NODES, CAP;
static int RES, RULE, aborted;
/* The same tables with the tiles numbered by the deal: 0-6 hand of player 0, 7-13 hand of player 1,
 * 14-27 stock in drawing order. */
static int A_[28], B_[28], P_[28];
static u32 N_[7], M_;

static inline u64 mix(u64 k) {
  k ^= k >> 31;
  k *= 0x7fb5d329728ea185ULL;
  k ^= k >> 27;
  k *= 0x81dadef4bc2dd44dULL;
  return k ^ (k >> 33);
}

static int sump(u32 m) {
  int s = 0;
  while (m) {
    s += P_[__builtin_ctz(m)];
    m &= m - 1;
  }
  return s;
}

/* What a finished hand is worth to player 0. */
static inline int score(int p0, int p1, int out) {
  if (RULE == 0 || out) return p1 - p0;
  return p0 < p1 ? p0 + p1 : p0 > p1 ? -(p0 + p1) : 0;
}

/* Negamax, as the mover sees it. h: the mover's hand, o: the other; who: the mover; pos: next tile
 * of the stock (14 to 28); ph, po: pips in h and o. */
static int search(u32 h, u32 o, int e0, int e1, int pos, int who, int ph, int po, int alpha,
                  int beta) {
  NODES++;
  if (NODES > CAP) {
    aborted = 1;
    return 0;
  }
  u32 ans = N_[e0] | N_[e1] | M_;
  u32 can = ans & h;
  while (!can && pos < 28 - RES) {
    h |= 1u << pos;
    ph += P_[pos];
    can = ans & (1u << pos);
    pos++;
  }
  if (!can) { /* a pass: the stock is down to the reserve */
    if (!(ans & o)) {
      int v = who ? score(po, ph, 0) : score(ph, po, 0);
      return who ? -v : v;
    }
    return -search(o, h, e0, e1, pos, who ^ 1, po, ph, -beta, -alpha);
  }
  if (e0 > e1) {
    int t = e0;
    e0 = e1;
    e1 = t;
  }
  /* What the value cannot exceed or fall below, whatever is still drawn. */
  int bone = 0;
  for (int i = pos; i < 28 - RES; i++) bone += P_[i];
  int ub, lb;
  if (RULE == 0) {
    ub = po + bone;
    lb = -(ph + bone);
  } else {
    ub = ph + po + bone;
    lb = -ub;
  }
  if (ub <= alpha) return ub;
  if (lb >= beta) return lb;
  u32 m0 = who ? o : h, m1 = who ? h : o;
  u64 key =
      ((u64)(m0 & 0x7f) | (u64)(m0 >> 14) << 7 | (u64)(m1 >> 7 & 0x7f) << 21 |
       (u64)(m1 >> 14) << 28 | (u64)(pos - 14) << 42 | (u64)(e0 * 7 + e1) << 46 | (u64)who << 52) +
      1;
  Ent *E = &TT[mix(key) & TTM];
  int tmv = 255;
  if (E->key == key) {
    if (E->lo >= beta) return E->lo;
    if (E->hi <= alpha) return E->hi;
    if (E->lo == E->hi) return E->lo;
    if (E->lo > alpha) alpha = E->lo;
    if (E->hi < beta) beta = E->hi;
    tmv = E->mv;
  }
  /* Moves, with a guess at how good each is: the best guess is tried first. */
  int mt[96], ms[96], me[96], sc[96], n = 0;
  for (int side = 0; side < (e0 == e1 ? 1 : 2); side++) {
    int e = side ? e1 : e0, other = side ? e0 : e1;
    for (u32 m = h & (N_[e] | M_); m; m &= m - 1) {
      int t = __builtin_ctz(m), mat = (M_ >> t) & 1;
      for (int k = 0; k < 2; k++) {
        int ne;
        if (mat) {
          if (k && A_[t] == B_[t]) break;
          ne = k ? B_[t] : A_[t];
        } else {
          if (k) break;
          ne = A_[t] == 7 - e ? B_[t] : A_[t];
        }
        u32 oa = (N_[ne] | N_[other] | M_) & o;
        mt[n] = t;
        ms[n] = side;
        me[n] = ne;
        sc[n] = P_[t] * 2 - 6 * __builtin_popcount(oa) + (oa ? 0 : 40) - (mat ? 8 : 0) +
                3 * __builtin_popcount((N_[ne] | N_[other]) & h & ~(1u << t));
        if (t * 2 + side == tmv >> 1 && tmv != 255) sc[n] += 1000;
        n++;
      }
    }
  }
  int best = -32000, bm = 255, a0 = alpha;
  for (int i = 0; i < n; i++) {
    int b = i;
    for (int j = i + 1; j < n; j++)
      if (sc[j] > sc[b]) b = j;
    int t = mt[b], s = ms[b], ne = me[b];
    mt[b] = mt[i];
    ms[b] = ms[i];
    me[b] = me[i];
    sc[b] = sc[i];
    u32 nh = h & ~(1u << t);
    int v;
    if (!nh) {
      NODES++;
      v = po;
    } else
      v = -search(o, nh, s ? e0 : ne, s ? ne : e1, pos, who ^ 1, po, ph - P_[t], -beta, -alpha);
    if (aborted) return 0;
    if (v > best) {
      best = v;
      bm = (t * 2 + s) << 1;
      if (bm > 254) bm = 254;
      if (v > alpha) {
        alpha = v;
        if (v >= beta) break;
      }
    }
  }
  int lo = -32000, hi = 32000;
  if (E->key == key) {
    lo = E->lo;
    hi = E->hi;
  }
  if (best >= beta)
    lo = best > lo ? best : lo;
  else if (best <= a0)
    hi = best < hi ? best : hi;
  else
    lo = hi = best;
  E->key = key;
  E->lo = lo;
  E->hi = hi;
  E->mv = bm;
  return best;
}

/* Fills the tables numbered by the deal; returns the tile led: the highest double, or else the
 * heaviest tile of player 0. */
static int relabel(const int *perm) {
  init();
  M_ = 0;
  memset(N_, 0, sizeof N_);
  for (int i = 0; i < 28; i++) {
    int t = perm[i];
    A_[i] = TA[t];
    B_[i] = TB[t];
    P_[i] = PIP[t];
    if (MAT >> t & 1) M_ |= 1u << i;
    for (int e = 1; e < 7; e++)
      if (NORM[e] >> t & 1) N_[e] |= 1u << i;
  }
  int lead = -1, top = -1;
  for (int i = 0; i < 14; i++)
    if (A_[i] == B_[i] && A_[i] > top) top = A_[i], lead = i;
  if (lead < 0)
    for (int i = 0; i < 7; i++)
      if (P_[i] > top) top = P_[i], lead = i;
  return lead;
}

/* The value for player 0 after the lead. perm: 28 tiles, 7 of player 0, 7 of player 1, then the
 * stock in drawing order. rule: 0 pays the difference, 1 pays everything in a blocked hand. The
 * table has 2^logtt entries; after cap nodes the search is given up (ok = 0). */
int solve(const int *perm, int reserve, int rule, int logtt, u64 cap, u64 *nodes, int *ok,
          int *lead_out) {
  if (!TT || TTM != (1ULL << logtt) - 1) {
    free(TT);
    TTM = (1ULL << logtt) - 1;
    TT = calloc(TTM + 1, sizeof(Ent));
  } else
    memset(TT, 0, (TTM + 1) * sizeof(Ent));
  RES = reserve;
  RULE = rule;
  NODES = 0;
  CAP = cap;
  aborted = 0;
  int lead = relabel(perm);
  int who = lead >= 7;
  u32 h0 = 0x7f & ~(1u << lead), h1 = (0x7f << 7) & ~(1u << lead);
  int p0 = sump(h0), p1 = sump(h1), v;
  if (who)
    v = search(h0, h1, A_[lead], B_[lead], 14, 0, p0, p1, -32000, 32000);
  else
    v = -search(h1, h0, A_[lead], B_[lead], 14, 1, p1, p0, -32000, 32000);
  *nodes = NODES;
  *ok = !aborted;
  *lead_out = perm[lead];
  return v;
}

/* --- counting: lines of play of `depth` tiles, draws and passes free; a hand that ends sooner
 * counts once; equal ends count once --- */

static u64 pf(u32 h, u32 o, int e0, int e1, int pos, int depth) {
  u32 ans = N_[e0] | N_[e1] | M_, can = ans & h;
  while (!can && pos < 28 - RES) {
    h |= 1u << pos;
    can = ans & (1u << pos);
    pos++;
  }
  if (!can) {
    if (!(ans & o) && pos >= 28 - RES) return 1;
    return pf(o, h, e0, e1, pos, depth);
  }
  if (depth == 0) return 1;
  u64 n = 0;
  for (int side = 0; side < (e0 == e1 ? 1 : 2); side++) {
    int e = side ? e1 : e0;
    for (u32 m = h & (N_[e] | M_); m; m &= m - 1) {
      int t = __builtin_ctz(m), mat = (M_ >> t) & 1;
      u32 nh = h & ~(1u << t);
      for (int k = 0; k < 2; k++) {
        int ne;
        if (mat) {
          if (k && A_[t] == B_[t]) break;
          ne = k ? B_[t] : A_[t];
        } else {
          if (k) break;
          ne = A_[t] == 7 - e ? B_[t] : A_[t];
        }
        if (!nh)
          n++;
        else
          n += pf(o, nh, side ? e0 : ne, side ? ne : e1, pos, depth - 1);
      }
    }
  }
  return n;
}

u64 perft(const int *perm, int reserve, int depth) {
  RES = reserve;
  int lead = relabel(perm);
  int who = lead >= 7;
  u32 h0 = 0x7f & ~(1u << lead), h1 = (0x7f << 7) & ~(1u << lead);
  return who ? pf(h0, h1, A_[lead], B_[lead], 14, depth)
             : pf(h1, h0, A_[lead], B_[lead], 14, depth);
}

/* --- plain minimax: no pruning, no table, written apart from search() as a check on it --- */

static u64 LV, LCAP;

static int pm(u32 h0, u32 h1, int e0, int e1, int pos, int who) {
  u32 h = who ? h1 : h0, o = who ? h0 : h1, ans = N_[e0] | N_[e1] | M_;
  while (!(h & ans) && pos < 28 - RES) h |= 1u << pos++;
  u32 g0 = who ? h0 : h, g1 = who ? h : h1;
  if (!(h & ans)) {
    if (!(o & ans)) {
      LV++;
      return score(sump(g0), sump(g1), 0);
    }
    return pm(g0, g1, e0, e1, pos, !who);
  }
  if (LV > LCAP) return 0;
  int best = who ? 32000 : -32000;
  for (int side = 0; side < 2; side++) {
    int e = side ? e1 : e0;
    for (int t = 0; t < 28; t++)
      if (h >> t & 1) {
        int ne[2], n = 0;
        if (M_ >> t & 1) {
          ne[n++] = A_[t];
          if (A_[t] != B_[t]) ne[n++] = B_[t];
        } else if (e && A_[t] + e == 7)
          ne[n++] = B_[t];
        else if (e && B_[t] + e == 7)
          ne[n++] = A_[t];
        for (int k = 0; k < n; k++) {
          u32 q0 = g0, q1 = g1;
          if (who)
            q1 &= ~(1u << t);
          else
            q0 &= ~(1u << t);
          int v;
          if (!(who ? q1 : q0)) {
            LV++;
            v = score(sump(q0), sump(q1), 1);
          } else
            v = pm(q0, q1, side ? e0 : ne[k], side ? ne[k] : e1, pos, !who);
          if (who ? v < best : v > best) best = v;
        }
      }
  }
  return best;
}

/* The same value as solve, by looking at everything. Stops (ok = 0) after cap leaves. */
int plain(const int *perm, int reserve, int rule, u64 cap, u64 *leaves, int *ok) {
  RES = reserve;
  RULE = rule;
  LV = 0;
  LCAP = cap;
  int lead = relabel(perm);
  int who = lead >= 7;
  u32 h0 = 0x7f & ~(1u << lead), h1 = (0x7f << 7) & ~(1u << lead);
  int v = pm(h0, h1, A_[lead], B_[lead], 14, !who);
  *leaves = LV;
  *ok = LV <= cap;
  return v;
}
