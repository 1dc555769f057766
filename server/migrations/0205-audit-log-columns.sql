alter table audit_entry rename column act to action;
alter table message_version rename column act to action;
alter table audit_entry rename column network to ip_prefix;
alter table session rename column network to ip_prefix;
alter table session rename column seen_at to last_seen_at;

-- Queued jobs name the member they act for.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job
      set data = jsonb_set(
        data, '{by}', ((data -> 'by') - 'network') || jsonb_build_object('ip_prefix', data -> 'by' -> 'network'))
      where data -> 'by' ? 'network';
  end if;
end $$;
