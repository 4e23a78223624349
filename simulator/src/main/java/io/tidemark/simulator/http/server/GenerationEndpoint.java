package io.tidemark.simulator.http.server;

import io.tidemark.simulator.http.engineloop.EngineLoop;
import io.tidemark.simulator.http.engineloop.GenerationService;
import io.tidemark.simulator.http.faultinjection.FaultInjectingResponse;
import io.tidemark.simulator.http.response.GenerationResponse;
import io.tidemark.simulator.http.response.ResponseMetadata;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** One of the two endpoints that generate text, over HTTP. Confined to the event loop. */
final class GenerationEndpoint {
    private final GenerationService generations;
    private final ServerContext serving;
    private final Set<Long> open = new HashSet<>();

    GenerationEndpoint(GenerationService generations, ServerContext serving) {
        this.generations = generations;
        this.serving = serving;
    }

    /** Takes a request whose body has been read; {@code receivedNanos} is when its head had been. */
    void accept(HttpServerRequest request, byte[] body, long receivedNanos) {
        String sentId = Optional.ofNullable(request.getHeader("X-Request-Id")).orElse("");
        long createdSeconds = serving.options().wallClock().instant().getEpochSecond();
        GenerationService.ParsedRequest asked = generations.read(
                serving.nextNumber(),
                body,
                prefix -> new ResponseMetadata(
                        prefix + (sentId.isEmpty() ? serving.nextId() : sentId),
                        createdSeconds,
                        serving.config().servedModelName()));
        WriteTimestamps writes = serving.writeLog()
                .open(sentId.isEmpty() ? asked.generation().reply().id() : sentId, receivedNanos);
        HttpResponseChannel connection = new HttpResponseChannel(
                request, serving.headers(), writes, serving.options().nanoClock());
        start(asked, connection);
    }

    /** Requests whose answers are not complete. */
    int open() {
        return open.size();
    }

    private void start(GenerationService.ParsedRequest asked, HttpResponseChannel connection) {
        EngineLoop driver = serving.engines().pick();
        FaultInjectingResponse.EngineCancel ending =
                reason -> asked.generation().choices().forEach(choice -> driver.end(asked.engineId(choice), reason));
        FaultInjectingResponse.FaultContext hand = new FaultInjectingResponse.FaultContext(
                serving.faults(), asked.number(), serving.singleStall(), ending);
        GenerationResponse exchange = new FaultInjectingResponse(asked.exchange(connection), connection, hand);
        connection.response().exceptionHandler(failure -> ending.cancel("abort"));
        open.add(asked.number());
        connection.response().bodyEndHandler(ended -> open.remove(asked.number()));
        connection.response().closeHandler(closed -> {
            open.remove(asked.number());
            ending.cancel("abort");
        });
        exchange.accepted();
        generations.jobs(asked, connection.writes().receivedNanos(), exchange).forEach(driver::submit);
    }
}
