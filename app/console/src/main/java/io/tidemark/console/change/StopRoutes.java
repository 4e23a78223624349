package io.tidemark.console.change;

import io.javalin.http.Context;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.Parameters;
import io.tidemark.console.change.RunStopControl.Stopped;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.Optional;
import java.util.Set;

/** Stops a run that lasts. */
final class StopRoutes {
    private static final String PATH = ConsoleApi.PREFIX + "/teams/{team}/runs/{run}/stop";

    private final ChangeTools tools;
    private final Optional<RunStopControl> stops;

    StopRoutes(ChangeTools tools, Optional<RunStopControl> stops) {
        this.tools = tools;
        this.stops = stops;
    }

    void addTo(ChangePaths paths) {
        paths.post(PATH, this::stop);
    }

    private void stop(Context request) {
        RunKey run = Parameters.run(request);
        RunStopControl control = TeamControl.of(stops, run.team(), "run-commands and audit");
        ChangeBody body = ChangeBody.of(request, Set.of());
        Stopped stopped = control.stop(run, tools.recorder(request, body.reason()));
        ChangeTools.answer(request, stopped.ended().isPresent() ? ChangeTools.OK : ChangeTools.ACCEPTED, stopped);
    }
}
