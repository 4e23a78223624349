package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.sse.SseClient;
import io.tidemark.console.live.Subscription;
import io.tidemark.console.live.Viewers;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Callers;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Changes as they come, as server-sent events. */
record EventRoutes(Viewers viewers) {
    private static final int MAX_RUNS = 50;

    void addTo(RoutesConfig routes) {
        routes.sse(ConsoleApi.PREFIX + "/events", this::open, Scope.READ);
    }

    private void open(SseClient client) {
        Context request = client.ctx();
        Subscription subscription = subscription(request);
        Supplier<Optional<Caller>> again = Callers.again(request);
        Caller first = Callers.of(request).orElseThrow();
        boolean added = viewers.add(
                client,
                first,
                subscription,
                () -> again.get().filter(first::equals).isPresent());
        if (!added) {
            Problems.answer(
                    request,
                    HttpStatus.SERVICE_UNAVAILABLE.getCode(),
                    "this server has at most " + Viewers.MAX_VIEWERS + " open pages, and "
                            + Viewers.MAX_VIEWERS_OF_CALLER + " of one caller");
        }
    }

    private static Subscription subscription(Context request) {
        Visible visible = Visible.to(request);
        Set<RunKey> runs = request.queryParams("run").stream()
                .map(text -> run(text, visible.asked()))
                .collect(Collectors.toSet());
        if (runs.size() > MAX_RUNS) {
            throw new BadRequestResponse("run may be given at most " + MAX_RUNS + " times");
        }
        Optional<String> last =
                Optional.ofNullable(request.header("Last-Event-ID")).or(() -> Parameters.text(request, "after"));
        return new Subscription(visible::includes, runs, last.flatMap(Subscription.Place::parse));
    }

    /** {@code TEAM/RUN}, or a run of the team that is asked for. */
    private static RunKey run(String text, Optional<Team> asked) {
        int at = text.indexOf('/');
        try {
            return at < 0
                    ? new RunKey(asked.orElseThrow(() -> new IllegalArgumentException("it has no team")), text)
                    : new RunKey(new Team(text.substring(0, at)), text.substring(at + 1));
        } catch (IllegalArgumentException e) {
            throw new BadRequestResponse("run must be TEAM/RUN but was \"" + text + "\": " + e.getMessage());
        }
    }
}
