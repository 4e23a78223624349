package io.tidemark.console.change;

import io.javalin.http.Context;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.Parameters;
import io.tidemark.console.change.ObjectiveControl.Asked;
import io.tidemark.console.change.ObjectiveControl.Changed;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.Optional;
import java.util.Set;

/** Changes the objectives of a run that lasts. */
final class ObjectiveRoutes {
    private static final String PATH = ConsoleApi.PREFIX + "/teams/{team}/runs/{run}/objectives";

    private final ChangeTools tools;
    private final Optional<ObjectiveControl> objectives;

    ObjectiveRoutes(ChangeTools tools, Optional<ObjectiveControl> objectives) {
        this.tools = tools;
        this.objectives = objectives;
    }

    void addTo(ChangePaths paths) {
        paths.post(PATH, this::set);
        paths.delete(PATH, this::remove);
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
}
