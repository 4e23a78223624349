package io.tidemark.console.change;

import io.javalin.http.Context;
import io.tidemark.console.api.ApiResponse;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.Parameters;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.web.access.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names runs as a baseline, and lets them go. */
record BaselineRoutes(ChangeTools tools, BaselineStore baselines) {
    private static final String PATH = ConsoleApi.PREFIX + "/teams/{team}/baselines";

    void addRoutes() {
        tools.routes().get(PATH, this::list, Scope.READ);
        tools.post(PATH, this::set);
        tools.delete(PATH, "baseline", "baseline remove", baselines::remove);
    }

    private void list(Context request) {
        Team team = Parameters.team(request);
        ApiResponse.json(
                request,
                Map.of(
                        "baselines",
                        tools.store().use(request, ResultReader::baselines).stream()
                                .filter(baseline -> baseline.team().equals(team))
                                .toList()));
    }

    /** One after the other: of two equal requests the second finds what the first did. */
    private synchronized void set(Context request) {
        Team team = tools.team(request);
        ChangeBody body = ChangeBody.of(request, Set.of("name", "runs", "experiment", "phase"));
        ChangeRecorder recorder = tools.recorder(request, body.reason());
        String name = body.text("name");
        if (!Baseline.isName(name)) {
            throw new InvalidValueException(
                    "name",
                    name,
                    "must be of small letters, digits, '.', '_' and '-', at most 64, a letter or a digit first,");
        }
        List<RunRow> runs = tools.store().read(request, results -> BaselineRuns.of(body, results, team));
        Baseline asked = Baseline.of(
                team,
                runs,
                new Baseline.Naming(
                        name, tools.now(), recorder.by(), recorder.made().reason()));
        Optional<Baseline> before = tools.store().use(request, results -> results.baseline(team, name));
        if (before.filter(one -> says(one, asked)).isPresent()) {
            ChangeTools.answer(request, false, before.get());
            return;
        }
        baselines.set(asked, recorder.event("baseline set", name, asked.details()));
        ChangeTools.answer(request, true, asked);
    }

    private static boolean says(Baseline before, Baseline asked) {
        return before.runs().equals(asked.runs()) && before.reason().equals(asked.reason());
    }
}
