package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ApiRequest;
import io.tidemark.simulator.http.response.AnswerPlanner;
import io.tidemark.simulator.http.response.GenerationResponse;
import io.tidemark.simulator.http.response.LogprobsEncoder;
import io.tidemark.simulator.http.response.NonStreamingResponse;
import io.tidemark.simulator.http.response.ResponseChannel;
import io.tidemark.simulator.http.response.ResponseChoice;
import io.tidemark.simulator.http.response.ResponseContent;
import io.tidemark.simulator.http.response.ResponseEncoder;
import io.tidemark.simulator.http.response.ResponseMetadata;
import io.tidemark.simulator.http.response.StreamingResponse;
import io.tidemark.simulator.text.TokenizedPrompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What one of the two endpoints that generate text makes of a body, however it came: answers, and jobs of an engine. */
public final class GenerationService {
    private final ResponseEncoder wire;
    private final Function<byte[], ApiRequest> parser;
    private final ServerConfig config;
    private final FaultSchedule faults;
    private final AnswerPlanner planner;
    private final Tokenizer tokenizer = new Tokenizer();
    private long accepted;

    public GenerationService(
            ResponseEncoder wire, Function<byte[], ApiRequest> parser, ServerConfig config, FaultSchedule faults) {
        this.wire = wire;
        this.parser = parser;
        this.config = config;
        this.faults = faults;
        this.planner = new AnswerPlanner(config);
    }

    /** A request that was read; they are counted from the server's start. */
    public record ParsedRequest(long number, ApiRequest request, ResponseContent generation, String engineId) {
        public GenerationResponse exchange(ResponseChannel line) {
            return request.streaming().stream()
                    ? new StreamingResponse(generation, request.streaming(), line)
                    : new NonStreamingResponse(generation, line);
        }

        /** What the engine calls the request of a choice. */
        public String engineId(ResponseChoice choice) {
            return choice.index() == 0 ? engineId : engineId + "-" + choice.index();
        }
    }

    /**
     * Reads a body and decides its answers.
     *
     * @param reply made for what ids of responses begin with
     * @throws ApiException if the request is refused
     */
    public ParsedRequest read(long number, byte[] body, Function<String, ResponseMetadata> reply) {
        refuseIfHit(number);
        ApiRequest asked = parser.apply(body);
        List<ResponseChoice> choices = choices(asked);
        ResponseContent generation = generation(number, asked, reply.apply(wire.idPrefix()), choices);
        return new ParsedRequest(number, asked, generation, wire.idPrefix() + accepted++);
    }

    private void refuseIfHit(long number) {
        faults.hits(FaultKind.REFUSE, number).map(Fault::number).ifPresent(status -> {
            throw ApiException.overloaded(status.intValue());
        });
        faults.hits(FaultKind.ERROR, number).map(Fault::number).ifPresent(status -> {
            throw ApiException.engine(status.intValue());
        });
    }

    private List<ResponseChoice> choices(ApiRequest asked) {
        planner.requireServed(asked.model());
        List<ResponseChoice> choices = new ArrayList<>();
        for (TokenizedPrompt prompt : asked.prompts()) {
            for (int i = 0; i < asked.sampling().n(); i++) {
                choices.add(new ResponseChoice(choices.size(), prompt, planner.plan(asked, prompt, i)));
            }
        }
        return choices;
    }

    private ResponseContent generation(
            long number, ApiRequest asked, ResponseMetadata reply, List<ResponseChoice> choices) {
        int usageOff = faults.hits(FaultKind.WRONG_USAGE, number)
                .map(it -> (int) it.number())
                .orElse(0);
        LogprobsEncoder logprobs = asked.sampling().wantsLogprobs()
                ? wire.logprobs(asked.sampling().logprobs())
                : LogprobsEncoder.none();
        ResponseContent.Counting counting = new ResponseContent.Counting(usageOff, config.enablePromptTokensDetails());
        return new ResponseContent(wire, reply, choices, logprobs, counting);
    }

    /** One for each answer. */
    public List<GenerationJob> jobs(ParsedRequest asked, long arrivedNanos, GenerationResponse exchange) {
        GenerationJob.Origin origin =
                new GenerationJob.Origin(arrivedNanos, asked.request().limits().maxTokens(), exchange);
        int n = asked.request().sampling().n();
        ChoiceGroup siblings = new ChoiceGroup(n);
        List<GenerationJob> jobs = new ArrayList<>();
        for (ResponseChoice choice : asked.generation().choices()) {
            siblings = choice.index() % n == 0 ? new ChoiceGroup(n) : siblings;
            jobs.add(new GenerationJob(simRequest(asked.engineId(choice), choice), choice, siblings, origin));
        }
        return jobs;
    }

    private EngineRequest simRequest(String engineId, ResponseChoice choice) {
        int[] ids = choice.prompt().idsWith(choice.answer().ids(tokenizer));
        BlockHashes chain = BlockHashes.of(ids, config.blockSize());
        return new EngineRequest(
                engineId, choice.prompt().tokens(), choice.answer().tokens(), chain);
    }
}
