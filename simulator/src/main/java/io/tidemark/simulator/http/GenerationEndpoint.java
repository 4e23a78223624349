package io.tidemark.simulator.http;

import io.tidemark.simulator.config.Fault;
import io.tidemark.simulator.config.FaultKind;
import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.text.Prompt;
import io.tidemark.simulator.text.Tokenizer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One of the two endpoints that generate text: turns a body into jobs of an engine. Confined to the event loop. */
final class GenerationEndpoint {
    private final Wire wire;
    private final Function<byte[], ApiRequest> parser;
    private final Serving serving;
    private final AnswerPlanner planner;
    private final Tokenizer tokenizer = new Tokenizer();
    private long accepted;
    private final Set<Long> open = new HashSet<>();

    GenerationEndpoint(Wire wire, Function<byte[], ApiRequest> parser, Serving serving) {
        this.wire = wire;
        this.parser = parser;
        this.serving = serving;
        this.planner = new AnswerPlanner(serving.config());
    }

    /** Takes a request whose body has been read; {@code receivedNanos} is when its head had been. */
    void accept(HttpServerRequest request, byte[] body, long receivedNanos) {
        long number = serving.nextNumber();
        refuseIfHit(number);
        ApiRequest asked = parser.apply(body);
        List<Choice> choices = choices(asked);
        String sentId = Optional.ofNullable(request.getHeader("X-Request-Id")).orElse("");
        String id = wire.idPrefix() + (sentId.isEmpty() ? serving.nextId() : sentId);
        RequestWrites writes = serving.writeLog().open(sentId.isEmpty() ? id : sentId, receivedNanos);
        Connection connection = new Connection(
                request, serving.headers(), writes, serving.options().nanoClock());
        start(number, asked, generation(number, asked, id, choices), connection);
    }

    /** Requests whose answers are not complete. */
    int open() {
        return open.size();
    }

    private void refuseIfHit(long number) {
        serving.faults().hits(FaultKind.REFUSE, number).map(Fault::number).ifPresent(status -> {
            throw ApiException.overloaded(status.intValue());
        });
        serving.faults().hits(FaultKind.ERROR, number).map(Fault::number).ifPresent(status -> {
            throw ApiException.engine(status.intValue());
        });
    }

    private List<Choice> choices(ApiRequest asked) {
        planner.requireServed(asked.model());
        List<Choice> choices = new ArrayList<>();
        for (Prompt prompt : asked.prompts()) {
            for (int i = 0; i < asked.sampling().n(); i++) {
                choices.add(new Choice(choices.size(), prompt, planner.plan(asked, prompt, i)));
            }
        }
        return choices;
    }

    private Generation generation(long number, ApiRequest asked, String id, List<Choice> choices) {
        long createdSeconds = serving.options().wallClock().instant().getEpochSecond();
        Reply reply = new Reply(id, createdSeconds, serving.config().servedModelName());
        int usageOff = serving.faults()
                .hits(FaultKind.WRONG_USAGE, number)
                .map(it -> (int) it.number())
                .orElse(0);
        Logprobs logprobs = asked.sampling().wantsLogprobs()
                ? wire.logprobs(asked.sampling().logprobs())
                : Logprobs.none();
        return new Generation(wire, reply, choices, logprobs, usageOff);
    }

    private void start(long number, ApiRequest asked, Generation generation, Connection connection) {
        String engineId = wire.idPrefix() + accepted++;
        EngineDriver driver = serving.engines().pick();
        List<Choice> choices = generation.choices();
        FaultyExchange.Ending ending =
                reason -> choices.forEach(choice -> driver.end(engineId(engineId, choice), reason));
        FaultyExchange.Hand hand = new FaultyExchange.Hand(serving.faults(), number, serving.oneStalled(), ending);
        Exchange inner = asked.streaming().stream()
                ? new StreamExchange(generation, asked.streaming(), connection)
                : new WholeExchange(generation, connection);
        Exchange exchange = new FaultyExchange(inner, connection, hand);
        connection.response().exceptionHandler(failure -> ending.as("abort"));
        open.add(number);
        connection.response().bodyEndHandler(ended -> open.remove(number));
        connection.response().closeHandler(closed -> {
            open.remove(number);
            ending.as("abort");
        });
        Job.Origin origin = new Job.Origin(
                connection.writes().receivedNanos(), asked.limits().maxTokens(), exchange);
        int n = asked.sampling().n();
        Siblings siblings = new Siblings(n);
        for (Choice choice : choices) {
            siblings = choice.index() % n == 0 ? new Siblings(n) : siblings;
            driver.submit(new Job(simRequest(engineId(engineId, choice), choice), choice, siblings, origin));
        }
    }

    private SimRequest simRequest(String engineId, Choice choice) {
        int[] ids = choice.prompt().idsWith(choice.answer().ids(tokenizer));
        BlockChain chain = BlockChain.of(ids, serving.config().blockSize());
        return new SimRequest(
                engineId, choice.prompt().tokens(), choice.answer().tokens(), chain);
    }

    private static String engineId(String request, Choice choice) {
        return choice.index() == 0 ? request : request + "-" + choice.index();
    }
}
