/* How far one core goes: random hands as in matador_proto.c with every trick that x86 has.
 *
 * Measures: random hands a second with bits picked by pdep, cheap random numbers and pips counted
 * by planes. Compiles on x86 only, for a processor with BMI2. The rules are those of
 * matador_proto.c, except that of two equally heavy tiles the later one leads. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>
typedef uint32_t u32;
typedef uint64_t u64;
/* Tiles are numbered 0-0, 0-1 ... 6-6; a set of tiles is a bit mask. OTHER[t][e]: the new end when
 * tile t answers end e; PLANE[j]: the tiles whose pips have bit j. */
static uint8_t OTHER[28][8];
static uint8_t TA[28], TB[28], PIP[28];
static u32 NORM[7], ANS[7], MAT, DBL, PLANE[4];

static void init(void) {
  int k = 0;
  memset(NORM, 0, sizeof NORM);
  MAT = DBL = 0;
  memset(PLANE, 0, sizeof PLANE);
  for (int a = 0; a < 7; a++)
    for (int b = a; b < 7; b++, k++) {
      TA[k] = a;
      TB[k] = b;
      PIP[k] = a + b;
      if (a == b) DBL |= 1u << k;
      if (a + b == 7 || a + b == 0) MAT |= 1u << k;
      for (int j = 0; j < 4; j++)
        if ((a + b) >> j & 1) PLANE[j] |= 1u << k;
    }
  for (int e = 1; e < 7; e++)
    for (k = 0; k < 28; k++)
      if (!((MAT >> k) & 1) && (TA[k] == 7 - e || TB[k] == 7 - e)) {
        NORM[e] |= 1u << k;
        OTHER[k][e] = TA[k] == 7 - e ? TB[k] : TA[k];
      }
  for (int e = 0; e < 7; e++) ANS[e] = NORM[e] | MAT;
}

/* wyrand */
static inline u64 wy(u64 *s) {
  *s += 0xa0761d6478bd642fULL;
  __uint128_t t = (__uint128_t)*s * (*s ^ 0xe7037ed1a0b428dbULL);
  return (u64)(t >> 64) ^ (u64)t;
}

/* The nth tile of a set, as a set. */
static inline u32 nth(u32 m, u32 n) {
  return _pdep_u32(1u << n, m);
}

static inline int pips(u32 m) {
  return __builtin_popcount(m & PLANE[0]) + 2 * __builtin_popcount(m & PLANE[1]) +
         4 * __builtin_popcount(m & PLANE[2]) + 8 * __builtin_popcount(m & PLANE[3]);
}

/* n random hands. out: wins of player 0, wins of player 1, ties, tiles placed, blocked hands. */
void fast(u64 seed, long n, int reserve, long *out) {
  init();
  u64 s = seed;
  memset(out, 0, 6 * sizeof(long));
  long plies = 0, bl = 0, w = 0, l = 0;
  for (long i = 0; i < n; i++) {
    u32 left = (1u << 28) - 1, h0 = 0, h1 = 0;
    int nl = 28;
    u64 r = 0;
    for (int k = 0; k < 14; k++) {
      if ((k & 1) == 0) r = wy(&s);
      u32 x = (u32)r;
      r >>= 32;
      u32 b = nth(left, (u32)(((u64)x * nl) >> 32));
      left ^= b;
      nl--;
      if (k < 7)
        h0 |= b;
      else
        h1 |= b;
    }
    u32 d = (h0 | h1) & DBL, lead;
    u32 H, O; /* the hand to move, the other */
    int sw;
    if (d) {
      lead = 1u << (31 - __builtin_clz(d));
    } else {
      int best = -1;
      lead = 0;
      for (u32 m = h0; m; m &= m - 1) {
        int t = __builtin_ctz(m);
        if (PIP[t] >= best) best = PIP[t], lead = 1u << t;
      }
    }
    sw = (h1 & lead) != 0;
    if (sw) {
      H = h0;
      O = h1 & ~lead;
    } else {
      H = h1;
      O = h0 & ~lead;
    }
    int who = !sw;
    int t = __builtin_ctz(lead);
    int e0 = TA[t], e1 = TB[t];
    plies++;
    for (;;) {
      u32 ans = ANS[e0] | ANS[e1], can = ans & H;
      if (!can) {
        while (nl > reserve) {
          u32 b = nth(left, (u32)(((wy(&s) >> 32) * nl) >> 32));
          left ^= b;
          nl--;
          H |= b;
          if (b & ans) {
            can = b;
            break;
          }
        }
        if (!can) {
          if (!(ans & O)) {
            bl++;
            break;
          }
          u32 q = H;
          H = O;
          O = q;
          who ^= 1;
          continue;
        }
      }
      u32 a = H & NORM[e0], b = e0 != e1 ? H & NORM[e1] : 0, m = H & MAT;
      int na = __builtin_popcount(a), nb = __builtin_popcount(b),
          nm1 = 2 * __builtin_popcount(m) - (m & 1), nm = nm1 << (e0 != e1);
      int k = (int)(((wy(&s) >> 32) * (u64)(na + nb + nm)) >> 32);
      u32 bit;
      if (k < na) {
        bit = nth(a, k);
        e0 = OTHER[__builtin_ctz(bit)][e0];
      } else if ((k -= na) < nb) {
        bit = nth(b, k);
        e1 = OTHER[__builtin_ctz(bit)][e1];
      } else {
        k -= nb;
        int side = k >= nm1;
        if (side) k -= nm1;
        k += (m & 1); /* 0-0 counts for one */
        bit = nth(m, k >> 1);
        t = __builtin_ctz(bit);
        int ne = k & 1 ? TA[t] : TB[t];
        if (side)
          e1 = ne;
        else
          e0 = ne;
      }
      H ^= bit;
      plies++;
      if (!H) break;
      u32 q = H;
      H = O;
      O = q;
      who ^= 1;
    }
    int v = pips(who ? H : O) - pips(who ? O : H); /* pips of player 1 less those of player 0 */
    w += v > 0;
    l += v < 0;
  }
  out[0] = w;
  out[1] = l;
  out[2] = n - w - l;
  out[3] = plies;
  out[4] = bl;
}
