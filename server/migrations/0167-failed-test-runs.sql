-- A run ends as failed when its questions could not be asked, also after several tries.
alter table answer_test_run drop constraint answer_test_run_status_check;
alter table answer_test_run add constraint answer_test_run_status_check
  check (status in ('running', 'done', 'canceled', 'failed'));
