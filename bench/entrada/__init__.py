"""Lo que tarda la entrada con cuenta y sin ella, y cuando muchos se equivocan a la vez."""
