alter table outbox rename column told_at to published_at;
