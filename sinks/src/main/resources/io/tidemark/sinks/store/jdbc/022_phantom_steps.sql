-- Interim results of before their step was defined: of a target that nobody named, and so beside the step's own result.
DELETE FROM step_results WHERE finality = 'PROVISIONAL' AND load_kind = 'UNKNOWN' AND target = 'default' AND measure_from_micros = 0;
DELETE FROM segment_results WHERE finality = 'PROVISIONAL' AND load_kind = 'UNKNOWN' AND target = 'default' AND measure_from_micros = 0;
