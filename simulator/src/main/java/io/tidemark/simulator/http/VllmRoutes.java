package io.tidemark.simulator.http;

import io.tidemark.simulator.text.Tokenizer;

/** What vLLM serves. */
final class VllmRoutes {
    private VllmRoutes() {}

    static void add(Routes routes, Serving serving) {
        Tokenizer tokenizer = new Tokenizer();
        RequestParser parser = new RequestParser(tokenizer);
        long startedSeconds = serving.options().wallClock().instant().getEpochSecond();
        Pages pages = new Pages(serving.config(), startedSeconds, serving.nextId());
        Answers answers =
                new Answers(serving.headers(), ErrorWords.of(serving.config().version()));
        GenerationEndpoint chat = new GenerationEndpoint(
                new Generations(new ChatWire(), parser::chat, serving.config(), serving.faults()), serving);
        GenerationEndpoint completion = new GenerationEndpoint(
                new Generations(new CompletionWire(), parser::completion, serving.config(), serving.faults()), serving);
        routes.post("/v1/chat/completions", chat::accept)
                .post("/v1/completions", completion::accept)
                .get("/v1/models", (request, body, at) -> answers.json(request, pages.models()))
                .post("/tokenize", (request, body, at) -> answers.json(request, pages.tokens(parser.prompt(body))))
                .post(
                        "/detokenize",
                        (request, body, at) -> answers.json(request, pages.text(tokenizer.textOf(parser.tokens(body)))))
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

    private static int health(Serving serving) {
        return serving.engines().alive() ? 200 : 503;
    }
}
