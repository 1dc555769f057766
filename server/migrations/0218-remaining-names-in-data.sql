-- Rows of merged contacts, from which an undo restores them. Keys are names of columns.
update contact_merge
  set source = jsonb_set(source, '{row}', (
    select jsonb_object_agg(
      case key
        when 'blocked_why' then 'blocked_reason'
        when 'former' then 'merged_search_text'
        when 'consent_words' then 'consent_summary'
        when 'mails_stopped_at' then 'unsubscribed_at'
        else regexp_replace(key, '^proven_(at|by|id|email|email_at)$', 'verified_claim_\1')
      end, value)
    from jsonb_each(source -> 'row')))
  where source -> 'row' <> '{}';

-- Queued steps of scenarios say what they do in HubSpot.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job
      set data = (data - 'act') || jsonb_build_object('action', data -> 'act')
      where data ? 'act';
  end if;
end $$;
