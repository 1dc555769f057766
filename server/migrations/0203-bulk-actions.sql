alter table bulk_act rename to bulk_action;
alter index bulk_act_age rename to bulk_action_age;
alter table bulk_act_entry rename to bulk_action_item;
alter table bulk_action_item rename column bulk_act_id to bulk_action_id;
alter table bulk_action_item rename column place to position;
alter index bulk_act_entry_order rename to bulk_action_item_order;
alter index bulk_act_entry_subject rename to bulk_action_item_subject;

-- Queued jobs name the action they run.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job
      set data = (data - 'bulk_act_id') || jsonb_build_object('bulk_action_id', data -> 'bulk_act_id')
      where data ? 'bulk_act_id';
  end if;
end $$;
