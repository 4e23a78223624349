package io.tidemark.simulator.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** One of the two endpoints that generate text, over HTTP. Confined to the event loop. */
final class GenerationEndpoint {
    private final Generations generations;
    private final Serving serving;
    private final Set<Long> open = new HashSet<>();

    GenerationEndpoint(Generations generations, Serving serving) {
        this.generations = generations;
        this.serving = serving;
    }

    /** Takes a request whose body has been read; {@code receivedNanos} is when its head had been. */
    void accept(HttpServerRequest request, byte[] body, long receivedNanos) {
        String sentId = Optional.ofNullable(request.getHeader("X-Request-Id")).orElse("");
        long createdSeconds = serving.options().wallClock().instant().getEpochSecond();
        Generations.Asked asked = generations.read(
                serving.nextNumber(),
                body,
                prefix -> new Reply(
                        prefix + (sentId.isEmpty() ? serving.nextId() : sentId),
                        createdSeconds,
                        serving.config().servedModelName()));
        RequestWrites writes = serving.writeLog()
                .open(sentId.isEmpty() ? asked.generation().reply().id() : sentId, receivedNanos);
        Connection connection = new Connection(
                request, serving.headers(), writes, serving.options().nanoClock());
        start(asked, connection);
    }

    /** Requests whose answers are not complete. */
    int open() {
        return open.size();
    }

    private void start(Generations.Asked asked, Connection connection) {
        EngineDriver driver = serving.engines().pick();
        FaultyExchange.Ending ending =
                reason -> asked.generation().choices().forEach(choice -> driver.end(asked.engineId(choice), reason));
        FaultyExchange.Hand hand =
                new FaultyExchange.Hand(serving.faults(), asked.number(), serving.oneStalled(), ending);
        Exchange exchange = new FaultyExchange(asked.exchange(connection), connection, hand);
        connection.response().exceptionHandler(failure -> ending.as("abort"));
        open.add(asked.number());
        connection.response().bodyEndHandler(ended -> open.remove(asked.number()));
        connection.response().closeHandler(closed -> {
            open.remove(asked.number());
            ending.as("abort");
        });
        exchange.accepted();
        generations.jobs(asked, connection.writes().receivedNanos(), exchange).forEach(driver::submit);
    }
}
