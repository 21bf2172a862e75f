/* La pantalla de anotar con la cola del aparato: la mano ya está a salvo y la siguiente no espera a la señal. «Guardada» es
   del servidor: si no contesta pronto, se dice que quedó apuntada aquí, y diez segundos se puede deshacer (D372). ES5, sin
   dependencias (PL1). */
(function () {
  'use strict';

  var A = window.Anotar, PRONTO = 1500, DESHACER = 10000;
  if (!A) { return; }

  var enCamino = { id: '', mia: null, reloj: 0 };  /* la que salió y el servidor todavía no contesta */
  var aqui = { id: '', mia: null, hasta: 0 };      /* la última que quedó apuntada aquí */
  var boton = document.querySelector('[data-deshacer-cola]');

  document.addEventListener('cola:guardada', function (e) {
    var r = e.detail && e.detail.renglon, mia;
    if (!r || String(r.campos.mano) !== String(A.mano()) || r.campos.id_orden !== A.forma.elements.id_orden.value) { return; }
    mia = A.laMia();
    if (A.corrige) { location.href = document.querySelector('.cabecera__volver').href; return; }
    A.siguiente(mia);
    window.clearTimeout(enCamino.reloj);
    enCamino = { id: r.id_orden, mia: mia, reloj: 0 };
    aqui = { id: r.id_orden, mia: mia, hasta: new Date().getTime() + DESHACER };
    window.setTimeout(pintarDeshacer, DESHACER + 50);
    if (navigator.onLine === false) { quedaAqui(); } else { enCamino.reloj = window.setTimeout(quedaAqui, PRONTO); }
  });
  function quedaAqui() {
    enCamino.id = '';
    A.decir(enCamino.mia, 'apuntada');
    A.porEnviar(enCamino.mia);
    pintarDeshacer();
  }
  function yaContesto(e) {
    var r = e.detail && e.detail.renglon, esta = r && r.id_orden === enCamino.id;
    if (r && r.id_orden === aqui.id) { aqui.id = ''; pintarDeshacer(); }
    if (esta) { window.clearTimeout(enCamino.reloj); enCamino.id = ''; }
    return esta;
  }
  document.addEventListener('cola:enviada', function (e) {
    if (yaContesto(e)) { A.decir(enCamino.mia, 'guardada'); }
    A.alDiaDeNuevo();
  });

  /* ---------- deshacer la que espera ---------- */
  function pintarDeshacer() {
    var si = Boolean(aqui.id) && (new Date().getTime() < aqui.hasta || boton === document.activeElement);
    Amigos.mostrar(boton, si);
  }
  boton.addEventListener('click', function () {
    var mia = aqui.mia;
    if (!aqui.id) { return; }
    Cola.deshacer(aqui.id, function (como) {
      /* llegó mientras se tocaba: el Deshacer que vale es el de la hoja */
      if (!como) { A.alDiaDeNuevo(); return; }
      window.clearTimeout(enCamino.reloj);
      enCamino.id = aqui.id = '';
      pintarDeshacer();
      A.deshecha(mia, como === 'quitada');
    });
  });
  boton.addEventListener('blur', pintarDeshacer);

  document.addEventListener('cola:cambio', function (e) {
    var d = e.detail || {}, todas = d.todas || d.pendientes || [], campos = A.forma.elements, mias = [], idas = [], ultima = 0, porEnviarse = false, i, c;
    A.deshechas(idas);
    if (!todas.length) { A.porEnviar(null); }
    if (A.corrige || !todas.length) { return; }
    for (i = 0; i < todas.length; i++) {
      c = todas[i].campos;
      if (c.partida !== campos.partida.value || c.mesa !== campos.mesa.value || Number(c.revision)) { continue; }
      ultima = Math.max(ultima, Number(c.mano));
      porEnviarse = porEnviarse || todas[i].estado !== 'enviada';
      if (todas[i].borra) { if (todas[i].estado !== 'enviada') { idas.push(Number(c.mano)); } continue; }
      if (Cola.deshecha(todas, todas[i])) { continue; }
      mias.push({ mano: Number(c.mano), lado: c.desenlace === 'cierre_empatado' ? -1 : A.lado(c.pareja), tantos: Number(c.tantos) || 0 });
    }
    A.esperan(mias, ultima, porEnviarse);
  });
  document.addEventListener('cola:negada', function (e) {
    var r = e.detail && e.detail.renglon, dada = e.detail && e.detail.respuesta, c;
    yaContesto(e);
    /* con otra ya a medio escribir no se le mueve la pantalla: el aviso de la cola lleva al conflicto */
    if (!r || r.borra || !dada || dada.codigo !== 'mano_ya_anotada' || A.escrito()) { return; }
    c = r.campos;
    location.replace(r.url + '?mano=' + c.mano + '&revision=' + c.revision + '&desenlace=' + c.desenlace + '&pareja=' + c.pareja + '&tantos=' + c.tantos + '&enviada=1');
  });
}());
