-- What of a rule was seen and confirmed last: a run is held against it, as a planned mailing is.
alter table debt_rule add column shown_people int, add column shown_cost_kopecks bigint, add column shown_typed boolean not null default false;

-- Rules that are at work: what they sent so far was under the eyes of whoever switched them on.
update debt_rule r set shown_people = m.people, shown_cost_kopecks = m.cost, shown_typed = true
from (select rule_id, max(people - unreachable) as people, max(cost_kopecks) as cost from notification
  where rule_id is not null and started_at is not null group by rule_id) as m
where m.rule_id = r.id;
