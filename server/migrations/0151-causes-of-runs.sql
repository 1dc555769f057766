-- The rules that a run was started by: what it does after a wait must not trigger them again. Null: none, or a
-- customer or teammate has taken part since.
alter table scenario_run add led_by jsonb;
