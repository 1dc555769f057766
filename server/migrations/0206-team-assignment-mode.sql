alter table team rename column hand_out to assignment_mode;
alter table team drop constraint team_hand_out_check;
update team set assignment_mode = case assignment_mode when 'by_hand' then 'manual' else 'round_robin' end
  where assignment_mode in ('by_hand', 'in_turn');
alter table team
  alter column assignment_mode set default 'manual',
  add constraint team_assignment_mode_check check (assignment_mode in ('manual', 'round_robin', 'least_busy'));

update message
  set details = (details - 'hand_out') || jsonb_build_object('assignment_mode',
    case details ->> 'hand_out' when 'by_hand' then 'manual' when 'in_turn' then 'round_robin' else details ->> 'hand_out' end)
  where kind = 'event' and details ? 'hand_out';
