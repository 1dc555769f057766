create index contact_blocked on contact (integration_id, blocked_at desc) where blocked_at is not null;
