/* La foto de la hoja se achica en el teléfono antes de salir: la de la cámara pesa más de lo que se admite. Si el
   navegador no sabe, sale como está y el servidor dice si cabe. ES5 (PL1). */
(function () {
  'use strict';

  var forma = document.getElementById('foto');
  var campo = document.getElementById('archivo-foto');
  // compat: sólo donde hay todo lo que hace falta; donde no, el formulario se manda como siempre
  if (!forma || !window.FileReader || !window.DataTransfer || !HTMLCanvasElement.prototype.toBlob) { return; }
  var lado = parseInt(forma.getAttribute('data-lado'), 10);
  var dice = forma.querySelector('[data-que-pasa]');
  var lista = false;
  var tope = parseInt(forma.getAttribute('data-tope'), 10);

  function mandar() { lista = true; dice.textContent = ''; forma.submit(); }
  function poner(chica) {
    var lleva;
    try {
      lleva = new DataTransfer(); // compat: se preguntó arriba
      lleva.items.add(new File([chica], 'hoja.jpg', { type: 'image/jpeg' }));
      campo.files = lleva.files;
    } catch (e) { /* se manda la de la cámara */ }
    mandar();
  }
  function achicar(imagen) {
    var lienzo = document.createElement('canvas');
    var parte = Math.min(1, lado / Math.max(imagen.width, imagen.height));
    lienzo.width = Math.round(imagen.width * parte);
    lienzo.height = Math.round(imagen.height * parte);
    lienzo.getContext('2d').drawImage(imagen, 0, 0, lienzo.width, lienzo.height);
    guardar(lienzo, 0.85);
  }
  function guardar(lienzo, calidad) {
    lienzo.toBlob(function (chica) { // compat: se preguntó arriba
      if (chica && chica.size > tope && calidad > 0.3) { guardar(lienzo, calidad - 0.2); return; }
      if (chica) { poner(chica); } else { mandar(); }
    }, 'image/jpeg', calidad);
  }
  function alMandar(e) {
    var archivo = campo.files[0], imagen, lector;
    if (lista || !archivo || archivo.size < 400000) { return; }
    e.preventDefault();
    dice.textContent = dice.getAttribute('data-t-achica');
    imagen = new Image();
    imagen.onload = function () { achicar(imagen); };
    imagen.onerror = mandar;
    lector = new FileReader();
    lector.onload = function () { imagen.src = lector.result; };
    lector.onerror = mandar;
    lector.readAsDataURL(archivo);
  }
  forma.addEventListener('submit', alMandar);
}());
