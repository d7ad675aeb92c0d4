/* Strength anchors: random, greedy, mobile and sampling players; two players, double-six.
 *
 * Measures: the time of a hint for hidden hands from worlds sampled and solved exactly (hint), and
 * the strength of one kind of player against another over duplicate deals (match). */
#include <time.h>

#include "matador_gen.c"

typedef struct {
  int t, side, ne;
} Mv;

/* xorshift64* */
static u64 RS;

static u64 rn(void) {
  RS ^= RS << 13;
  RS ^= RS >> 7;
  RS ^= RS << 17;
  return RS * 0x2545F4914F6CDD1DULL;
}

static unsigned bl(unsigned n) {
  return (unsigned)(((rn() >> 32) * (u64)n) >> 32);
}

/* Tiles numbered 0-0, 0-1 ... 6-6. GN[e]: the tiles but matadors that answer end e; GM: the
 * matadors. */
static int GA[28], GB[28], GP[28];
static unsigned GN[7], GM;
static double TPIMC;
static long NPIMC, NDEC, NW;

static double now_(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void ginit(void) {
  int k = 0;
  GM = 0;
  memset(GN, 0, sizeof GN);
  for (int a = 0; a < 7; a++)
    for (int b = a; b < 7; b++, k++) {
      GA[k] = a;
      GB[k] = b;
      GP[k] = a + b;
      if (a + b == 7 || a + b == 0) GM |= 1u << k;
    }
  for (int e = 1; e < 7; e++)
    for (k = 0; k < 28; k++)
      if (!(GM >> k & 1) && (GA[k] == 7 - e || GB[k] == 7 - e)) GN[e] |= 1u << k;
}

static int moves(unsigned h, int e0, int e1, Mv *m) {
  int n = 0;
  for (int s = 0; s < (e0 == e1 ? 1 : 2); s++) {
    int e = s ? e1 : e0;
    for (unsigned x = h & (GN[e] | GM); x; x &= x - 1) {
      int t = __builtin_ctz(x);
      if (GM >> t & 1) {
        m[n++] = (Mv){t, s, GA[t]};
        if (GA[t] != GB[t]) m[n++] = (Mv){t, s, GB[t]};
      } else
        m[n++] = (Mv){t, s, GA[t] == 7 - e ? GB[t] : GA[t]};
    }
  }
  return n;
}

static void zinit(void) {
  static int done;
  if (done) return;
  done = 1;
  make_keys();
  TTM = (1ULL << 16) - 1;
  TT = calloc(TTM + 1, sizeof(Ent));
}

static void begin(int reserve, int rule) {
  SUM = 7;
  RES = reserve;
  RULE = rule;
  ONE = 0;
  CAP = ~0ULL;
  ab = 0;
  NODES = 0;
  zinit();
}

/* Number the tiles of a world: the mover's, the other's, then the stock in drawing order. */
static void number(const int *lab, int c) {
  NT = c;
  M_ = 0;
  memset(N_, 0, sizeof N_);
  for (int i = 0; i < c; i++) {
    A[i] = GA[lab[i]];
    B[i] = GB[lab[i]];
    P[i] = GP[lab[i]];
    if (GM >> lab[i] & 1) M_ |= 1ULL << i;
    for (int e = 1; e < 7; e++)
      if (GN[e] >> lab[i] & 1) N_[e] |= 1ULL << i;
  }
}

/* The best of n moves over sampled worlds, each solved exactly for every move. my: own hand; no:
 * tiles in the other's; vd: tiles the other cannot have held when last unable. */
static int pimc(unsigned my, int no, unsigned unseen, unsigned vd, int e0, int e1, int reserve,
                int rule, int worlds, Mv *m, int n) {
  double t0 = now_();
  long sum[96] = {0};
  begin(reserve, rule);
  for (int w = 0; w < worlds; w++) {
    int ok[28], nk = 0, bad[28], nb = 0;
    for (unsigned x = unseen; x; x &= x - 1) {
      int t = __builtin_ctz(x);
      if (vd >> t & 1)
        bad[nb++] = t;
      else
        ok[nk++] = t;
    }
    int lab[28], c = 0, nm = __builtin_popcount(my);
    for (unsigned x = my; x; x &= x - 1) lab[c++] = __builtin_ctz(x);
    for (int i = 0; i < no; i++) {
      if (i < nk) {
        int j = i + bl(nk - i);
        int q = ok[i];
        ok[i] = ok[j];
        ok[j] = q;
        lab[c++] = ok[i];
      } else
        lab[c++] = bad[--nb];
    }
    int rest[28], nr = 0;
    for (int i = no; i < nk; i++) rest[nr++] = ok[i];
    for (int i = 0; i < nb; i++) rest[nr++] = bad[i];
    for (int i = nr - 1; i > 0; i--) {
      int j = bl(i + 1);
      int q = rest[i];
      rest[i] = rest[j];
      rest[j] = q;
    }
    for (int i = 0; i < nr; i++) lab[c++] = rest[i];
    number(lab, c);
    u64 h = (1ULL << nm) - 1, o = ((1ULL << no) - 1) << nm;
    int pos = nm + no, ph = sump(h), po = sump(o), bone = 0;
    for (int i = pos; i < NT - RES; i++) bone += P[i];
    u64 salt = rn() | 1, hk = salt ^ ZP[pos];
    for (int i = 0; i < pos; i++) hk ^= (h >> i & 1) ? Z0[i] : Z1[i];
    for (int k = 0; k < n; k++) {
      int i = 0;
      while (lab[i] != m[k].t) i++;
      u64 nh = h & ~(1ULL << i);
      int v;
      if (!nh)
        v = po;
      else
        v = -search(o, nh, m[k].side ? e0 : m[k].ne, m[k].side ? m[k].ne : e1, pos, 1, po,
                    ph - P[i], hk ^ Z0[i] ^ ZT, bone, -32000, 32000);
      sum[k] += v;
    }
  }
  int b = 0;
  for (int k = 1; k < n; k++)
    if (sum[k] > sum[b]) b = k;
  TPIMC += now_() - t0;
  NPIMC++;
  NW += (long)worlds;
  return b;
}

/* The true world, for the player that sees everything. */
static unsigned TRUE_O;
static const int *TRUE_BONE;
static int TRUE_NB;
static long HANDS, BLOCKS, LEADW, PLIES;

/* Solves the true world: what no honest player can do, an upper bound. */
static int omni(unsigned my, int e0, int e1, int reserve, int rule, Mv *m, int n) {
  begin(reserve, rule);
  int lab[28], c = 0, nm = __builtin_popcount(my);
  for (unsigned x = my; x; x &= x - 1) lab[c++] = __builtin_ctz(x);
  for (unsigned x = TRUE_O; x; x &= x - 1) lab[c++] = __builtin_ctz(x);
  int pos = c;
  for (int i = 0; i < TRUE_NB; i++) lab[c++] = TRUE_BONE[i];
  number(lab, c);
  u64 h = (1ULL << nm) - 1, o = ((1ULL << (pos - nm)) - 1) << nm;
  int ph = sump(h), po = sump(o), bone = 0;
  for (int i = pos; i < NT - RES; i++) bone += P[i];
  u64 hk = (rn() | 1) ^ ZP[pos];
  for (int i = 0; i < pos; i++) hk ^= (h >> i & 1) ? Z0[i] : Z1[i];
  int b = 0, bv = -99999;
  for (int k = 0; k < n; k++) {
    int i = 0;
    while (lab[i] != m[k].t) i++;
    u64 nh = h & ~(1ULL << i);
    int v = nh ? -search(o, nh, m[k].side ? e0 : m[k].ne, m[k].side ? m[k].ne : e1, pos, 1, po,
                         ph - P[i], hk ^ Z0[i] ^ ZT, bone, -32000, 32000)
               : po;
    if (v > bv) bv = v, b = k;
  }
  return b;
}

/* The move of a kind of player: -1 sees everything, 0 random, 1 the heaviest tile, 2 keeps itself
 * mobile, more: that many sampled worlds. */
static int choose(int kind, unsigned my, int no, unsigned unseen, unsigned vd, int e0, int e1,
                  int reserve, int rule, Mv *m, int n) {
  if (n == 1) return 0;
  NDEC++;
  if (kind < 0) return omni(my, e0, e1, reserve, rule, m, n);
  if (kind == 0) return bl(n);
  if (kind == 1) {
    int b = 0, c = 1;
    for (int k = 1; k < n; k++) {
      int d = GP[m[k].t] - GP[m[b].t];
      if (d > 0)
        b = k, c = 1;
      else if (!d && !bl(++c))
        b = k;
    }
    return b;
  }
  if (kind == 2) {
    int b = 0, bs = -9999;
    for (int k = 0; k < n; k++) {
      int f = m[k].ne, g = m[k].side ? e0 : e1;
      unsigned an = GN[f] | GN[g];
      int s = 2 * GP[m[k].t] - 3 * __builtin_popcount((an | GM) & unseen & ~vd) +
              4 * __builtin_popcount(an & my & ~(1u << m[k].t)) - ((GM >> m[k].t & 1) ? 12 : 0);
      s = s * 8 + bl(8);
      if (s > bs) bs = s, b = k;
    }
    return b;
  }
  return pimc(my, no, unseen, vd, e0, e1, reserve, rule, kind, m, n);
}

/* One hand; returns what it is worth to player 0. */
static int hand(const int *perm, const int *kind, int reserve, int rule) {
  unsigned h[2] = {0, 0}, vd[2] = {0, 0};
  for (int i = 0; i < 7; i++) h[0] |= 1u << perm[i], h[1] |= 1u << perm[7 + i];
  int pos = 14, who = 0, lead = -1, top = -1;
  for (int i = 0; i < 14; i++) {
    int t = perm[i];
    if (GA[t] == GB[t] && GA[t] > top) top = GA[t], lead = t;
  }
  if (lead < 0)
    for (int i = 0; i < 7; i++)
      if (GP[perm[i]] > top) top = GP[perm[i]], lead = perm[i];
  who = h[1] >> lead & 1;
  h[who] &= ~(1u << lead);
  int e0 = GA[lead], e1 = GB[lead];
  unsigned played = 1u << lead;
  int ldr = who;
  who ^= 1;
  int out = 0, pass = 0;
  HANDS++;
  PLIES++;
  for (;;) {
    Mv m[96];
    unsigned ans = GN[e0] | GN[e1] | GM;
    if (!(ans & h[who])) {
      while (!(ans & h[who]) && pos < 28 - reserve) h[who] |= 1u << perm[pos++];
      vd[who] = ans;
      if (!(ans & h[who])) {
        if (++pass == 2) break;
        who ^= 1;
        continue;
      }
    }
    pass = 0;
    int n = moves(h[who], e0, e1, m);
    unsigned unseen = 0xFFFFFFFu & ~played & ~h[who];
    TRUE_O = h[who ^ 1];
    TRUE_BONE = perm + pos;
    TRUE_NB = 28 - pos;
    int k = choose(kind[who], h[who], __builtin_popcount(h[who ^ 1]), unseen, vd[who ^ 1], e0, e1,
                   reserve, rule, m, n);
    if (m[k].side)
      e1 = m[k].ne;
    else
      e0 = m[k].ne;
    h[who] &= ~(1u << m[k].t);
    played |= 1u << m[k].t;
    PLIES++;
    if (!h[who]) {
      out = 1;
      break;
    }
    who ^= 1;
  }
  int p0 = 0, p1 = 0;
  for (int t = 0; t < 28; t++) {
    if (h[0] >> t & 1) p0 += GP[t];
    if (h[1] >> t & 1) p1 += GP[t];
  }
  BLOCKS += !out;
  LEADW += ldr ? p1 < p0 : p0 < p1;
  if (rule && !out) return p0 < p1 ? p0 + p1 : p0 > p1 ? -(p0 + p1) : 0;
  return p1 - p0;
}

/* A match of two kinds of player, each deal played twice with seats swapped. res: a's points, their
 * squares by deal, wins of a, wins of b, ties, milliseconds spent on sampled worlds, decisions so
 * made, worlds, shares of blocked hands and of hands that the leader won, tiles placed a hand. */
void match(int a, int b, int deals, u64 seed, int reserve, int rule, double *res) {
  ginit();
  RS = seed * 77777 + 1;
  for (int i = 0; i < 10; i++) rn();
  memset(res, 0, 12 * sizeof(double));
  HANDS = BLOCKS = LEADW = PLIES = 0;
  TPIMC = 0;
  NPIMC = NDEC = NW = 0;
  for (int d = 0; d < deals; d++) {
    int p[28];
    for (int i = 0; i < 28; i++) p[i] = i;
    for (int i = 27; i > 0; i--) {
      int j = bl(i + 1);
      int q = p[i];
      p[i] = p[j];
      p[j] = q;
    }
    int k1[2] = {a, b}, k2[2] = {b, a};
    int x = hand(p, k1, reserve, rule), y = -hand(p, k2, reserve, rule);
    double s = x + y;
    res[0] += s;
    res[1] += s * s;
    for (int i = 0; i < 2; i++) {
      int v = i ? y : x;
      if (v > 0)
        res[2]++;
      else if (v < 0)
        res[3]++;
      else
        res[4]++;
    }
  }
  res[5] = 1e3 * TPIMC;
  res[6] = NPIMC;
  res[7] = NW;
  res[8] = (double)BLOCKS / HANDS;
  res[9] = (double)LEADW / HANDS;
  res[10] = (double)PLIES / HANDS;
}

/* The move that `worlds` samples advise: 2 * tile + side of the line. The arguments are those of
 * pimc. */
int hint(u64 seed, unsigned my, int no, unsigned unseen, int e0, int e1, int reserve, int worlds) {
  Mv m[96];
  ginit();
  RS = seed * 77777 + 1;
  int n = moves(my, e0, e1, m);
  Mv best = m[pimc(my, no, unseen, 0, e0, e1, reserve, 0, worlds, m, n)];
  return 2 * best.t + best.side;
}
