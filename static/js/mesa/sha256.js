/* SHA-256 (FIPS 180-4) propio: crypto.subtle sólo existe en HTTPS, y el reparto se comprueba también en la red local
   de un club. ES5, sin dependencias (PL1).
     AmigosSha256.hexadecimal(texto)   64 letras minúsculas, del texto en UTF-8; null si el texto no tiene octetos
     AmigosSha256.octetos(texto)       sus octetos en UTF-8, o null si trae un sustituto suelto */
(function () {
  'use strict';

  /* raíces cuadradas de los 8 primeros primos y cúbicas de los 64 primeros: sus 32 primeros bits tras el punto */
  var INICIO = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  ];
  var K = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  ];

  function octetos(texto) {
    var salida = [], i, c, d;
    for (i = 0; i < texto.length; i++) {
      c = texto.charCodeAt(i);
      if (c >= 0xd800 && c <= 0xdfff) {
        d = c < 0xdc00 ? texto.charCodeAt(i + 1) : 0;
        if (!(d >= 0xdc00 && d <= 0xdfff)) { return null; }
        c = 0x10000 + ((c - 0xd800) << 10) + (d - 0xdc00);
        i++;
      }
      if (c < 0x80) { salida.push(c); continue; }
      if (c < 0x800) { salida.push(0xc0 | c >> 6); } else {
        if (c < 0x10000) { salida.push(0xe0 | c >> 12); } else { salida.push(0xf0 | c >> 18, 0x80 | c >> 12 & 63); }
        salida.push(0x80 | c >> 6 & 63);
      }
      salida.push(0x80 | c & 63);
    }
    return salida;
  }

  /* el mensaje, un 1, ceros y su largo en bits, hasta llenar bloques de 64 octetos */
  function rellenar(mensaje) {
    var lleno = mensaje.slice(), largo = mensaje.length, i;
    lleno.push(0x80);
    while (lleno.length % 64 !== 56) { lleno.push(0); }
    for (i = 7; i >= 0; i--) { lleno.push(Math.floor(largo * 8 / Math.pow(256, i)) % 256); }
    return lleno;
  }

  function gira(x, n) { return x >>> n | x << 32 - n; }

  function bloque(h, m, desde) {
    var w = [], v = h.slice(), i, s0, s1, t1, t2;
    for (i = 0; i < 64; i++) {
      if (i < 16) {
        t1 = desde + i * 4;
        w[i] = m[t1] << 24 | m[t1 + 1] << 16 | m[t1 + 2] << 8 | m[t1 + 3];
      } else {
        s0 = gira(w[i - 15], 7) ^ gira(w[i - 15], 18) ^ w[i - 15] >>> 3;
        s1 = gira(w[i - 2], 17) ^ gira(w[i - 2], 19) ^ w[i - 2] >>> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1 | 0;
      }
      s1 = gira(v[4], 6) ^ gira(v[4], 11) ^ gira(v[4], 25);
      t1 = v[7] + s1 + (v[4] & v[5] ^ ~v[4] & v[6]) + K[i] + w[i] | 0;
      s0 = gira(v[0], 2) ^ gira(v[0], 13) ^ gira(v[0], 22);
      t2 = s0 + (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]) | 0;
      v = [t1 + t2 | 0, v[0], v[1], v[2], v[3] + t1 | 0, v[4], v[5], v[6]];
    }
    for (i = 0; i < 8; i++) { h[i] = h[i] + v[i] | 0; }
  }

  function hexadecimal(texto) {
    var m = octetos(texto), h = INICIO.slice(), letras = '', i;
    if (!m) { return null; }
    m = rellenar(m);
    for (i = 0; i < m.length; i += 64) { bloque(h, m, i); }
    for (i = 0; i < 8; i++) { letras += ('0000000' + (h[i] >>> 0).toString(16)).slice(-8); }
    return letras;
  }

  window.AmigosSha256 = { hexadecimal: hexadecimal, octetos: octetos };
})();
