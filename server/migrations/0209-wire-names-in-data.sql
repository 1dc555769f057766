alter table online_visitor rename column here_since to online_since;

update message
  set details = (details - 'is_thanked') || jsonb_build_object('is_confirmed', details -> 'is_thanked')
  where details ? 'is_thanked';
update message set trace = replace(trace::text, '"is_pair":', '"is_saved_answer":')::jsonb
  where trace::text like '%"is_pair":%';
