package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.text.Answer;
import io.tidemark.simulator.text.Tokenizer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Function;

/** One of the two endpoints that generate text: turns a body into a job of the engine. Confined to the event loop. */
final class GenerationEndpoint {
    private final Wire wire;
    private final Function<byte[], ApiRequest> parser;
    private final Serving serving;
    private final AnswerPlanner planner;
    private final Tokenizer tokenizer = new Tokenizer();
    private final FaultDice faults;
    private long accepted;

    GenerationEndpoint(Wire wire, Function<byte[], ApiRequest> parser, Serving serving) {
        this.wire = wire;
        this.parser = parser;
        this.serving = serving;
        this.planner = new AnswerPlanner(serving.config());
        this.faults = new FaultDice(serving.config().faults(), serving.random());
    }

    /** Takes a request whose body has been read; {@code receivedNanos} is when its head had been. */
    void accept(HttpServerRequest request, byte[] body, long receivedNanos) {
        ApiRequest asked = parser.apply(body);
        Answer answer = planner.plan(asked);
        faults.roll();
        String sentId = Optional.ofNullable(request.getHeader("X-Request-Id")).orElse("");
        String id = wire.idPrefix() + (sentId.isEmpty() ? serving.nextId() : sentId);
        long createdSeconds = serving.options().wallClock().instant().getEpochSecond();
        Reply reply = new Reply(id, createdSeconds, serving.config().servedModelName());
        Generation generation =
                new Generation(wire, reply, answer, asked.prompt().tokens(), faults.breaksAfterTokens());
        RequestWrites writes = serving.writeLog().open(sentId.isEmpty() ? id : sentId, receivedNanos);
        Connection connection =
                new Connection(request.response(), writes, serving.options().nanoClock());
        start(asked, generation, connection);
    }

    private void start(ApiRequest asked, Generation generation, Connection connection) {
        SimRequest request = simRequest(asked, generation.answer());
        Exchange exchange = asked.streaming().stream()
                ? new StreamExchange(generation, asked.streaming(), connection)
                : new WholeExchange(generation, connection);
        Job.Arrived arrived = new Job.Arrived(connection.writes().receivedNanos(), exchange);
        Job job = new Job(request, generation, asked.limits(), arrived);
        connection.response().exceptionHandler(failure -> serving.driver().abort(request.id()));
        connection.response().closeHandler(closed -> serving.driver().abort(request.id()));
        serving.driver().submit(job);
    }

    private SimRequest simRequest(ApiRequest asked, Answer answer) {
        int[] ids = asked.prompt().idsWith(answer.ids(tokenizer));
        BlockChain chain = BlockChain.of(ids, serving.config().blockSize());
        String engineId = wire.idPrefix() + accepted++;
        return new SimRequest(engineId, asked.prompt().tokens(), answer.tokens(), chain);
    }
}
