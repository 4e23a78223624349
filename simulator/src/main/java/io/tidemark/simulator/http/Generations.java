package io.tidemark.simulator.http;

import io.tidemark.simulator.config.Fault;
import io.tidemark.simulator.config.FaultKind;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.text.Prompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What one of the two endpoints that generate text makes of a body, however it came: answers, and jobs of an engine. */
final class Generations {
    private final Wire wire;
    private final Function<byte[], ApiRequest> parser;
    private final ServerConfig config;
    private final FaultBoard faults;
    private final AnswerPlanner planner;
    private final Tokenizer tokenizer = new Tokenizer();
    private long accepted;

    Generations(Wire wire, Function<byte[], ApiRequest> parser, ServerConfig config, FaultBoard faults) {
        this.wire = wire;
        this.parser = parser;
        this.config = config;
        this.faults = faults;
        this.planner = new AnswerPlanner(config);
    }

    /** A request that was read; they are counted from the server's start. */
    record Asked(long number, ApiRequest request, Generation generation, String engineId) {
        Exchange exchange(Line line) {
            return request.streaming().stream()
                    ? new StreamExchange(generation, request.streaming(), line)
                    : new WholeExchange(generation, line);
        }

        /** What the engine calls the request of a choice. */
        String engineId(Choice choice) {
            return choice.index() == 0 ? engineId : engineId + "-" + choice.index();
        }
    }

    /**
     * Reads a body and decides its answers.
     *
     * @param reply made for what ids of responses begin with
     * @throws ApiException if the request is refused
     */
    Asked read(long number, byte[] body, Function<String, Reply> reply) {
        refuseIfHit(number);
        ApiRequest asked = parser.apply(body);
        List<Choice> choices = choices(asked);
        Generation generation = generation(number, asked, reply.apply(wire.idPrefix()), choices);
        return new Asked(number, asked, generation, wire.idPrefix() + accepted++);
    }

    private void refuseIfHit(long number) {
        faults.hits(FaultKind.REFUSE, number).map(Fault::number).ifPresent(status -> {
            throw ApiException.overloaded(status.intValue());
        });
        faults.hits(FaultKind.ERROR, number).map(Fault::number).ifPresent(status -> {
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

    private Generation generation(long number, ApiRequest asked, Reply reply, List<Choice> choices) {
        int usageOff = faults.hits(FaultKind.WRONG_USAGE, number)
                .map(it -> (int) it.number())
                .orElse(0);
        Logprobs logprobs = asked.sampling().wantsLogprobs()
                ? wire.logprobs(asked.sampling().logprobs())
                : Logprobs.none();
        Generation.Counting counting = new Generation.Counting(usageOff, config.enablePromptTokensDetails());
        return new Generation(wire, reply, choices, logprobs, counting);
    }

    /** One for each answer. */
    List<Job> jobs(Asked asked, long arrivedNanos, Exchange exchange) {
        Job.Origin origin =
                new Job.Origin(arrivedNanos, asked.request().limits().maxTokens(), exchange);
        int n = asked.request().sampling().n();
        Siblings siblings = new Siblings(n);
        List<Job> jobs = new ArrayList<>();
        for (Choice choice : asked.generation().choices()) {
            siblings = choice.index() % n == 0 ? new Siblings(n) : siblings;
            jobs.add(new Job(simRequest(asked.engineId(choice), choice), choice, siblings, origin));
        }
        return jobs;
    }

    private SimRequest simRequest(String engineId, Choice choice) {
        int[] ids = choice.prompt().idsWith(choice.answer().ids(tokenizer));
        BlockChain chain = BlockChain.of(ids, config.blockSize());
        return new SimRequest(
                engineId, choice.prompt().tokens(), choice.answer().tokens(), chain);
    }
}
