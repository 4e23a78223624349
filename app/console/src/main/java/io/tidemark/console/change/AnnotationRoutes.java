package io.tidemark.console.change;

import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.tidemark.console.api.ApiResponse;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.Parameters;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.annotation.TimeAnnotation.Subject;
import io.tidemark.sinks.store.read.AnnotationQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.web.access.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Marks at times of a team: read, set, removed. */
record AnnotationRoutes(ChangeTools tools, AnnotationStore annotations) {
    private static final String PATH = ConsoleApi.PREFIX + "/teams/{team}/annotations";
    private static final int MOST = 500;
    private static final int MAX_ASKED = 5_000;
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration AHEAD = Duration.ofDays(366);

    void addRoutes() {
        tools.routes().get(PATH, this::list, Scope.READ);
        tools.post(PATH, this::add);
        tools.delete(PATH, "annotation", "annotation remove", annotations::remove);
    }

    private void list(Context request) {
        Team team = Parameters.team(request);
        AnnotationQuery query = new AnnotationQuery(
                team,
                Parameters.instant(request, "from").orElse(EARLIEST),
                Parameters.instant(request, "until").orElse(tools.now().plus(AHEAD)),
                Parameters.integer(request, "limit", MOST, 1, MAX_ASKED));
        ApiResponse.json(
                request, Map.of("annotations", tools.store().use(request, results -> results.annotations(query))));
    }

    private void add(Context request) {
        Team team = tools.team(request);
        ChangeBody body = ChangeBody.of(request, Set.of("id", "at", "text", "target", "experiment", "run"));
        ChangeRecorder recorder = tools.recorder(request, body.reason());
        TimeAnnotation asked = new TimeAnnotation(
                team,
                body.id(),
                at(body),
                body.text("text", TimeAnnotation.MAX_LENGTH),
                subject(request, body, team),
                recorder.by(),
                tools.now());
        boolean added = annotations.add(asked, recorder.event("annotation add", asked.id(), details(asked)));
        ChangeTools.answer(request, added, added ? asked : sameAs(request, asked));
    }

    private Instant at(ChangeBody body) {
        Instant at = body.instant("at");
        Instant latest = tools.now().plus(AHEAD);
        if (at.isBefore(EARLIEST) || at.isAfter(latest)) {
            throw new InvalidValueException(
                    "at", at.toString(), "must be from the year 2000 to " + AHEAD.toDays() + " days from now");
        }
        return at;
    }

    private Subject subject(Context request, ChangeBody body, Team team) {
        Optional<String> run = body.textIfAny("run");
        run.filter(id -> tools.store()
                        .use(request, results -> results.run(new RunKey(team, id)))
                        .isEmpty())
                .ifPresent(id -> {
                    throw new InvalidValueException("run", id, "must be a run of team " + team + " that the store has");
                });
        return new Subject(body.textIfAny("target"), body.textIfAny("experiment"), run);
    }

    private static Map<String, String> details(TimeAnnotation annotation) {
        Map<String, String> details = new HashMap<>();
        details.put("at", annotation.at().toString());
        details.put("text", annotation.text());
        annotation.subject().target().ifPresent(target -> details.put("target", target));
        annotation.subject().experiment().ifPresent(experiment -> details.put("experiment", experiment));
        annotation.subject().run().ifPresent(run -> details.put("run", run));
        return details;
    }

    private TimeAnnotation sameAs(Context request, TimeAnnotation asked) {
        return tools.store()
                .use(request, results -> results.annotation(asked.team(), asked.id()))
                .filter(asked::saysTheSame)
                .orElseThrow(() -> new ConflictResponse(
                        "id " + asked.id() + " is that of another annotation of team " + asked.team()));
    }
}
