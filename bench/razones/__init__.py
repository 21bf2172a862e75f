"""Si las razones de los errores son verdad y cuánto explican."""
