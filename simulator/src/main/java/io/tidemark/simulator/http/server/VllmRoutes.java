package io.tidemark.simulator.http.server;

import io.tidemark.simulator.http.engineloop.GenerationService;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ErrorFormat;
import io.tidemark.simulator.http.request.RequestParser;
import io.tidemark.simulator.http.response.AnswerPlanner;
import io.tidemark.simulator.http.response.ChatResponseEncoder;
import io.tidemark.simulator.http.response.CompletionResponseEncoder;
import io.tidemark.simulator.http.response.InfoResponses;
import io.tidemark.simulator.text.Tokenizer;
import java.util.Locale;
import java.util.function.Consumer;

/** What vLLM serves. */
final class VllmRoutes {
    private VllmRoutes() {}

    static void add(RouteTable routes, ServerContext serving) {
        Tokenizer tokenizer = new Tokenizer();
        RequestParser parser = new RequestParser(tokenizer);
        long startedSeconds = serving.options().wallClock().instant().getEpochSecond();
        InfoResponses pages = new InfoResponses(serving.config(), startedSeconds, serving.nextId());
        ResponseSender answers = new ResponseSender(
                serving.headers(), ErrorFormat.of(serving.config().version()));
        GenerationEndpoint chat = new GenerationEndpoint(
                new GenerationService(new ChatResponseEncoder(), parser::chat, serving.config(), serving.faults()),
                serving);
        GenerationEndpoint completion = new GenerationEndpoint(
                new GenerationService(
                        new CompletionResponseEncoder(), parser::completion, serving.config(), serving.faults()),
                serving);
        Consumer<String> served = new AnswerPlanner(serving.config())::requireServed;
        routes.post("/v1/chat/completions", json(chat::accept))
                .post("/v1/completions", json(completion::accept))
                .get("/v1/models", (request, body, at) -> answers.json(request, pages.models()))
                .post(
                        "/tokenize",
                        json((request, body, at) -> answers.json(request, pages.tokens(parser.prompt(body, served)))))
                .post(
                        "/detokenize",
                        json((request, body, at) ->
                                answers.json(request, pages.text(tokenizer.textOf(parser.tokens(body, served))))))
                .get("/version", (request, body, at) -> answers.json(request, pages.version()))
                .get("/load", (request, body, at) -> answers.json(request, pages.load(chat.open() + completion.open())))
                .get("/health", (request, body, at) -> answers.send(request, health(serving), "", ""))
                .get("/ping", (request, body, at) -> answers.send(request, health(serving), "", ""))
                .post("/ping", (request, body, at) -> answers.send(request, health(serving), "", ""))
                .post("/reset_prefix_cache", (request, body, at) -> {
                    serving.engines().resetPrefixCache();
                    answers.send(request, 200, "", "");
                })
                .get("/metrics", new MetricsEndpoint(serving, answers));
    }

    /** What vLLM reads bodies with: they must say that they are JSON. */
    private static EndpointHandler json(EndpointHandler endpoint) {
        return (request, body, at) -> {
            String type = String.valueOf(request.getHeader("content-type")).toLowerCase(Locale.ROOT);
            if (!type.split(";", 2)[0].equals(ResponseSender.JSON)) {
                throw ApiException.mediaType();
            }
            endpoint.answer(request, body, at);
        };
    }

    private static int health(ServerContext serving) {
        return serving.engines().alive() ? 200 : 503;
    }
}
