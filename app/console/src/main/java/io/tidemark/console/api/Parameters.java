package io.tidemark.console.api;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.web.server.Callers;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Values of a request; those that break a rule are refused with their name, value and rule. */
public final class Parameters {
    private Parameters() {}

    /** The run of the path, of a team that the caller may read. */
    public static RunKey run(Context request) {
        return new RunKey(team(request), request.pathParam("run"));
    }

    /** The team of the path, which the caller may read. */
    public static Team team(Context request) {
        String name = request.pathParam("team");
        Team team;
        try {
            team = new Team(name);
        } catch (IllegalArgumentException e) {
            throw new NotFoundResponse("there is no team \"" + name + "\"");
        }
        Callers.of(request, team);
        return team;
    }

    /** The team of the query, which the caller may read. */
    public static Optional<Team> askedTeam(Context request) {
        Optional<Team> team = text(request, "team").map(name -> parsed("team", name, () -> new Team(name)));
        team.ifPresent(asked -> Callers.of(request, asked));
        return team;
    }

    public static Optional<String> text(Context request, String name) {
        return Optional.ofNullable(request.queryParam(name)).filter(value -> !value.isEmpty());
    }

    public static String required(Context request, String name) {
        return text(request, name).orElseThrow(() -> new BadRequestResponse(name + " must be given"));
    }

    public static Metric metric(Context request) {
        String id = required(request, "metric");
        return parsed("metric", id, () -> Metric.parse(id));
    }

    public static Optional<Instant> instant(Context request, String name) {
        return parsed(request, name, "a time such as 2026-11-26T12:00:00Z", Instant::parse);
    }

    /** @param usual without the parameter */
    public static int integer(Context request, String name, int usual, int min, int max) {
        int value = parsed(request, name, "a whole number", Integer::parseInt).orElse(usual);
        if (value < min || value > max) {
            throw new BadRequestResponse(name + " must be from " + min + " to " + max + " but was " + value);
        }
        return value;
    }

    /** @param form what a value looks like, as in "a number" */
    static <T> Optional<T> parsed(Context request, String name, String form, Function<String, T> parser) {
        return text(request, name).map(value -> {
            try {
                return parser.apply(value);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new BadRequestResponse(name + " must be " + form + " but was \"" + value + "\"");
            }
        });
    }

    private static <T> T parsed(String name, String value, Supplier<T> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            throw new BadRequestResponse(name + " \"" + value + "\": " + e.getMessage());
        }
    }
}
