package io.tidemark.producer.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.plan.PromptFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Reads prompts written by others: MT-bench and custom JSON lines, ShareGPT JSON. */
final class PromptFile {
    private static final JsonMapper JSON = new JsonMapper();

    private PromptFile() {}

    /** @throws IllegalArgumentException naming file and line of a prompt that is not as it should be */
    static List<FilePrompt> read(Path file, PromptFormat format) {
        try {
            List<FilePrompt> prompts = format == PromptFormat.SHAREGPT ? shareGpt(file) : lines(file, format);
            if (prompts.isEmpty()) {
                throw new IllegalArgumentException(file + " must hold at least one prompt");
            }
            return prompts;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the prompts " + file, e);
        }
    }

    private static List<FilePrompt> lines(Path file, PromptFormat format) throws IOException {
        List<FilePrompt> prompts = new ArrayList<>();
        int line = 0;
        for (String text : Files.readAllLines(file)) {
            line++;
            if (!text.isBlank()) {
                prompts.add(prompt(parse(text, file + ":" + line), format, file + ":" + line));
            }
        }
        return prompts;
    }

    private static FilePrompt prompt(JsonNode node, PromptFormat format, String where) {
        JsonNode text = format == PromptFormat.MT_BENCH ? node.path("turns").path(0) : node.path("prompt");
        String rule =
                format == PromptFormat.MT_BENCH ? " must have a text in turns[0]" : " must have a text in 'prompt'";
        if (!text.isTextual() || text.textValue().isBlank()) {
            throw new IllegalArgumentException(where + rule);
        }
        JsonNode tokens = node.path("output_tokens");
        return new FilePrompt(
                text.textValue(), tokens.isInt() ? OptionalInt.of(tokens.intValue()) : OptionalInt.empty());
    }

    private static List<FilePrompt> shareGpt(Path file) throws IOException {
        JsonNode root = parse(Files.readString(file), file.toString());
        List<FilePrompt> prompts = new ArrayList<>();
        for (JsonNode chat : root) {
            JsonNode text = chat.path("conversations").path(0).path("value");
            if (text.isTextual() && !text.textValue().isBlank()) {
                prompts.add(new FilePrompt(text.textValue(), OptionalInt.empty()));
            }
        }
        return prompts;
    }

    private static JsonNode parse(String text, String where) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(where + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
