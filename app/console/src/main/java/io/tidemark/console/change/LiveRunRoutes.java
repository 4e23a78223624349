package io.tidemark.console.change;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.Parameters;
import io.tidemark.console.change.ObjectiveControl.Asked;
import io.tidemark.console.change.ObjectiveControl.Changed;
import io.tidemark.console.change.RunStopControl.Stopped;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.Optional;
import java.util.Set;

/** Changes the objectives of a run that lasts, and stops it. */
record LiveRunRoutes(ChangeTools tools, Optional<ObjectiveControl> objectives, Optional<RunStopControl> stops) {
    private static final String RUN = ConsoleApi.PREFIX + "/teams/{team}/runs/{run}";

    void addRoutes() {
        tools.post(RUN + "/objectives", this::set);
        tools.delete(RUN + "/objectives", this::remove);
        tools.post(RUN + "/stop", this::stop);
    }

    private void set(Context request) {
        RunKey run = Parameters.run(request);
        ObjectiveControl control = control(run);
        ChangeBody body = ChangeBody.of(request, Set.of("objective", "name"));
        ChangeRecorder recorder = tools.recorder(request, body.reason());
        Changed changed = control.set(run, new Asked(body.text("objective"), body.textIfAny("name")), recorder);
        ChangeTools.answer(request, changed.since().isPresent(), changed);
    }

    private void remove(Context request) {
        RunKey run = Parameters.run(request);
        ObjectiveControl control = control(run);
        ChangeBody body = ChangeBody.of(request, Set.of("name"));
        ChangeRecorder recorder = tools.recorder(request, body.reason());
        ChangeTools.answer(request, false, control.remove(run, body.text("name"), recorder));
    }

    private ObjectiveControl control(RunKey run) {
        return TeamControl.of(objectives, run.team(), "control and audit");
    }

    private void stop(Context request) {
        RunKey run = Parameters.run(request);
        RunStopControl control = TeamControl.of(stops, run.team(), "run-commands and audit");
        ChangeBody body = ChangeBody.of(request, Set.of());
        Stopped stopped = control.stop(run, tools.recorder(request, body.reason()));
        ChangeTools.answer(request, stopped.ended().isPresent() ? HttpStatus.OK : HttpStatus.ACCEPTED, stopped);
    }
}
