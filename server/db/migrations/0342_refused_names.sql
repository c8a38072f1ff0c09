-- Money that names a charge which was refused after it had come waits for nothing, also where the refusal bears a day before it; what a
-- correction had charged is refused as a charge is.

create or replace function settle_walk(garages int[], until date, with_paid boolean)
  returns table (garage_id int, debtor_id int, kind text, line_id bigint, type_id int, year int, since date, charged bigint, kopecks bigint, charge_id bigint)
  language plpgsql stable as $$
declare
  line record;
  at_garage int;
  at_debtor int;
  -- What was charged and what of it is open, by age.
  o_line bigint[]; o_root bigint[]; o_since date[]; o_type int[]; o_year int[]; o_sum bigint[]; o_left bigint[];
  -- Money that closes nothing yet, by date: m_type is null for common advances.
  m_line bigint[]; m_day date[]; m_type int[]; m_year int[]; m_left bigint[];
  -- Types and years that were charged.
  known bigint[];
  key bigint;
  rest bigint;
  part bigint;
  day date;
  root bigint;
  nth int;
  pass int;
  is_charge boolean;
  is_ahead boolean;
begin
  for line in
    select o.garage_id, o.debtor_id, o.id, o.sign, o.amount_kopecks, o.accrual_type_id as type, o.payment_type_id as payment, o.period_year as year,
      o.on_date, o.origin_id, o.reversal_of, origin.on_date as origin_date,
      o.period_year::bigint << 32 | coalesce(o.accrual_type_id, 0) as key
    from balance_operation o left join balance_operation origin on origin.id = o.origin_id
    where o.garage_id = any(garages) and (until is null or o.on_date <= until) and (o.reversal_of is null
        or o.sign > 0 and o.accrual_type_id is not null and coalesce(o.payment_type_id, 0) not in (5, 7))
      and not exists (select 1 from balance_operation r where r.reversal_of = o.id and (until is null or r.on_date <= until))
    union all select null, null, null, null, null, null, null, null, null, null, null, null, null
    order by 1 nulls last, 2 nulls first, 9, 3
  loop
    if line.garage_id is distinct from at_garage or line.debtor_id is distinct from at_debtor then
      garage_id := at_garage; debtor_id := at_debtor; charge_id := null;
      for nth in 1 .. coalesce(cardinality(o_left), 0) loop
        if o_sum[nth] > 0 then
          kind := 'charge'; line_id := o_line[nth]; type_id := o_type[nth]; year := o_year[nth]; since := o_since[nth]; charged := o_sum[nth]; kopecks := o_left[nth];
          return next;
        end if;
      end loop;
      for nth in 1 .. coalesce(cardinality(m_left), 0) loop
        if m_left[nth] > 0 then
          kind := case when m_type[nth] is null then 'advance' else 'aside' end; line_id := m_line[nth]; type_id := m_type[nth]; year := m_year[nth];
          since := m_day[nth]; charged := null; kopecks := m_left[nth];
          return next;
        end if;
      end loop;
      exit when line.garage_id is null;
      at_garage := line.garage_id; at_debtor := line.debtor_id;
      o_line := '{}'; o_root := '{}'; o_since := '{}'; o_type := '{}'; o_year := '{}'; o_sum := '{}'; o_left := '{}';
      m_line := '{}'; m_day := '{}'; m_type := '{}'; m_year := '{}'; m_left := '{}'; known := '{}';
    end if;
    garage_id := at_garage; debtor_id := at_debtor; kind := 'paid'; charged := null;
    key := line.key; rest := line.amount_kopecks; is_ahead := false;

    -- A charge that was undone and never made again: what waits for it is free.
    if line.reversal_of is not null then
      if line.type = any(m_type) and not exists (select 1 from balance_operation o where o.garage_id = line.garage_id
          and o.debtor_id is not distinct from line.debtor_id and o.accrual_type_id = line.type and o.period_year = line.year and o.sign < 0
          and coalesce(o.payment_type_id, 0) not in (5, 7) and o.reversal_of is null and (until is null or o.on_date <= until)
          and not exists (select 1 from balance_operation r where r.reversal_of = o.id and (until is null or r.on_date <= until))) then
        for nth in 1 .. cardinality(m_left) loop
          if m_type[nth] = line.type and m_year[nth] = line.year then m_type[nth] := null; end if;
        end loop;
      else
        continue;
      end if;
      rest := 0;

    elsif line.sign < 0 then
      is_charge := line.type is not null and coalesce(line.payment, 0) not in (5, 7);
      -- What money given back leaves is owed; a charge is there as a whole, whatever waits for it.
      day := coalesce(line.origin_date, line.on_date); root := coalesce(line.origin_id, line.id);
      if is_charge then
        known := known || key;
        -- What was set aside for it comes first; its surplus is common money.
        for nth in 1 .. cardinality(m_left) loop
          if m_type[nth] = line.type and m_year[nth] = line.year then
            part := least(rest, m_left[nth]);
            m_left[nth] := m_left[nth] - part; rest := rest - part; m_type[nth] := null;
            if with_paid and part > 0 then
              line_id := m_line[nth]; type_id := line.type; year := line.year; since := day; kopecks := part; charge_id := line.id;
              return next;
            end if;
          end if;
        end loop;
      else
        -- Money given back is taken from common advances, then from what is set aside, the newest first.
        for pass in 1 .. 2 loop
          for nth in reverse cardinality(m_left) .. 1 loop
            exit when rest = 0;
            if (m_type[nth] is null) = (pass = 1) then
              part := least(rest, m_left[nth]);
              m_left[nth] := m_left[nth] - part; rest := rest - part;
            end if;
          end loop;
        end loop;
      end if;
      if rest > 0 or is_charge then
        part := case when is_charge then line.amount_kopecks else rest end;
        nth := cardinality(o_left);
        while nth > 0 and (o_since[nth], o_root[nth], o_line[nth]) > (day, root, line.id) loop nth := nth - 1; end loop;
        if nth = cardinality(o_left) then
          o_line := o_line || line.id; o_root := o_root || root; o_since := o_since || day; o_year := o_year || line.year;
          o_sum := o_sum || part; o_left := o_left || rest;
          o_type := o_type || case when is_charge then line.type end;
        else
          o_line := o_line[:nth] || line.id || o_line[nth + 1:]; o_root := o_root[:nth] || root || o_root[nth + 1:];
          o_since := o_since[:nth] || day || o_since[nth + 1:]; o_year := o_year[:nth] || line.year || o_year[nth + 1:];
          o_sum := o_sum[:nth] || part || o_sum[nth + 1:]; o_left := o_left[:nth] || rest || o_left[nth + 1:];
          o_type := o_type[:nth] || case when is_charge then line.type end || o_type[nth + 1:];
        end if;
      end if;
      rest := 0;

    else
      -- A charge that is lowered or moved away gives way first, the newest of them before the others.
      if line.origin_id is not null or line.payment is null then
        for root in select u.line from unnest(o_line, o_root, o_type, o_year) as u(line, root, type, year)
            where case when line.origin_id is not null then u.root = line.origin_id else u.type = line.type and u.year = line.year end order by 1 desc loop
          nth := array_position(o_line, root);
          part := least(rest, o_left[nth]);
          o_left[nth] := o_left[nth] - part; o_sum[nth] := o_sum[nth] - part; rest := rest - part;
        end loop;
      elsif line.type is not null then
        -- Money waits for what it names, unless that was charged when it came and was refused since, as of a day before it.
        is_ahead := not key = any(known) and not (
          exists (select 1 from balance_operation r where r.garage_id = line.garage_id and r.debtor_id is not distinct from line.debtor_id
            and r.accrual_type_id = line.type and r.period_year = line.year and r.sign > 0 and r.reversal_of is not null
            and coalesce(r.payment_type_id, 0) not in (5, 7) and r.id > line.id and r.on_date < line.on_date)
          and not exists (select 1 from balance_operation o where o.garage_id = line.garage_id
            and o.debtor_id is not distinct from line.debtor_id and o.accrual_type_id = line.type and o.period_year = line.year and o.sign < 0
            and coalesce(o.payment_type_id, 0) not in (5, 7) and o.reversal_of is null and (until is null or o.on_date <= until)
            and not exists (select 1 from balance_operation r where r.reversal_of = o.id and (until is null or r.on_date <= until))));
        if key = any(known) then
          for nth in 1 .. cardinality(o_left) loop
            if o_type[nth] = line.type and o_year[nth] = line.year then
              part := least(rest, o_left[nth]);
              o_left[nth] := o_left[nth] - part; rest := rest - part;
              if with_paid and part > 0 then
                line_id := line.id; type_id := o_type[nth]; year := o_year[nth]; since := o_since[nth]; kopecks := part; charge_id := o_line[nth];
                return next;
              end if;
            end if;
          end loop;
        end if;
      end if;
      if rest > 0 then
        nth := cardinality(m_left);
        while nth > 0 and (m_day[nth], m_line[nth]) > (line.on_date, line.id) loop nth := nth - 1; end loop;
        m_line := m_line[:nth] || line.id || m_line[nth + 1:]; m_day := m_day[:nth] || line.on_date || m_day[nth + 1:];
        m_left := m_left[:nth] || rest || m_left[nth + 1:]; m_year := m_year[:nth] || line.year || m_year[nth + 1:];
        m_type := m_type[:nth] || case when is_ahead then line.type end || m_type[nth + 1:];
      end if;
    end if;

    -- Common money, the oldest first, closes the oldest principal, penalties last.
    if cardinality(m_left) > 0 and cardinality(o_left) > 0 then
      for nth in 1 .. cardinality(m_left) loop
        if m_type[nth] is null and m_left[nth] > 0 then
          for pass in 1 .. 2 loop
            for spot in 1 .. cardinality(o_left) loop
              exit when m_left[nth] = 0;
              if o_left[spot] > 0 and (o_type[spot] is distinct from 11) = (pass = 1) then
                part := least(m_left[nth], o_left[spot]);
                o_left[spot] := o_left[spot] - part; m_left[nth] := m_left[nth] - part;
                if with_paid then
                  line_id := m_line[nth]; type_id := o_type[spot]; year := o_year[spot]; since := o_since[spot]; kopecks := part; charge_id := o_line[spot];
                  return next;
                end if;
              end if;
            end loop;
          end loop;
        end if;
      end loop;
      -- Spent money goes, so that the next line looks at less.
      if 0 = any(m_left) then
        select coalesce(array_agg(u.line order by u.day, u.line), '{}'), coalesce(array_agg(u.day order by u.day, u.line), '{}'),
          coalesce(array_agg(u.type order by u.day, u.line), '{}'), coalesce(array_agg(u.year order by u.day, u.line), '{}'),
          coalesce(array_agg(u.part order by u.day, u.line), '{}') into m_line, m_day, m_type, m_year, m_left
        from unnest(m_line, m_day, m_type, m_year, m_left) as u(line, day, type, year, part) where u.part > 0;
      end if;
    end if;
  end loop;
end $$;

-- Books in which something waits, or names what is not charged, are laid anew.
update garage_balance b set years = null, was_ahead = true,
  aside_kopecks = coalesce((select sum(s.kopecks) from settle(array[b.garage_id]) as s where s.kind = 'aside' and s.debtor_id is null), 0)
where b.names_ahead or b.aside_kopecks > 0;
select forget_debts();
