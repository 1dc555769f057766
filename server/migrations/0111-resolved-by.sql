-- Who resolved the conversation; null while it isn't resolved.
alter table conversation add column resolved_by text
  check (resolved_by in ('member', 'customer', 'assistant', 'silence', 'rule', 'unknown'));
update conversation set resolved_by = 'unknown' where status = 'resolved';
