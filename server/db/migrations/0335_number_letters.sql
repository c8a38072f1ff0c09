-- «45a» typed in the Latin layout is «45а». Where two garages of a section would become one, both stay as they are: people decide.
update garage g set number = translate(g.number, 'aceopxhkmtby', 'асеорхнкмтву')
where g.number ~ '[aceopxhkmtby]' and not exists (
  select 1 from garage o where o.po_id = g.po_id and o.id <> g.id
    and look_alike_key(fold(o.section)) = look_alike_key(fold(g.section))
    and look_alike_key(fold(o.number)) = look_alike_key(fold(g.number))
);
