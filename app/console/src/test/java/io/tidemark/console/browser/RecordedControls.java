package io.tidemark.console.browser;

import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.ChangeRefusedException;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.ObjectiveControl;
import io.tidemark.console.change.RunStopControl;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Controls of runs that keep in words what they were asked. An objective must be of the TTFT; for the reason "not mine" everything is forbidden. */
final class RecordedControls {
    static final String FORBIDDEN = "not mine";

    private final Team team;
    private final Instant now;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    RecordedControls(Team team, Instant now) {
        this.team = team;
        this.now = now;
    }

    /** "what was asked, run, subject, why". */
    List<String> asked() {
        return List.copyOf(asked);
    }

    ObjectiveControl objectives() {
        return new Objectives();
    }

    RunStopControl stops() {
        return new Stops();
    }

    private void record(String action, RunKey run, String subject, ChangeRecorder recorder) {
        String reason = recorder.event(action, subject, Map.of()).getDetails().get("reason");
        if (FORBIDDEN.equals(reason)) {
            throw new ChangeRefusedException("nothing was changed: not authorized to write topic audit");
        }
        asked.add(String.join(", ", action, run.run(), subject, reason));
    }

    private final class Objectives implements ObjectiveControl {
        @Override
        public Set<Team> teams() {
            return Set.of(team);
        }

        @Override
        public Changed set(RunKey run, Asked wanted, ChangeRecorder recorder) {
            if (!wanted.objective().startsWith("ttft")) {
                throw new InvalidValueException("objective", wanted.objective(), "must be as 'ttft p99 < 2s'");
            }
            return changed(
                    "slo set", run, wanted.name().map(name -> name + " -> ").orElse("") + wanted.objective(), recorder);
        }

        @Override
        public Changed remove(RunKey run, String name, ChangeRecorder recorder) {
            return changed("slo remove", run, name, recorder);
        }

        private Changed changed(String action, RunKey run, String subject, ChangeRecorder recorder) {
            record(action, run, subject, recorder);
            return new Changed(subject, Optional.of(now));
        }
    }

    private final class Stops implements RunStopControl {
        @Override
        public Set<Team> teams() {
            return Set.of(team);
        }

        @Override
        public Stopped stop(RunKey run, ChangeRecorder recorder) {
            record("runs stop", run, run.run(), recorder);
            return new Stopped(Optional.of(now));
        }
    }
}
