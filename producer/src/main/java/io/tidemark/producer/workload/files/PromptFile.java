package io.tidemark.producer.workload.files;

import io.tidemark.producer.plan.workload.PromptFileOptions;
import io.tidemark.producer.plan.workload.WorkloadPlan.Prompts;
import io.tidemark.producer.tokens.TokenLengths;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * The prompts of a file that can be asked, and what was left out.
 *
 * @param skipped entries by why they were left out
 */
public record PromptFile(Path file, List<FilePrompt> prompts, Map<String, Integer> skipped) {
    public PromptFile {
        prompts = List.copyOf(prompts);
        skipped = Map.copyOf(skipped);
    }

    /** @throws IllegalArgumentException naming file and line of a prompt that is not as it should be */
    public static PromptFile read(Prompts plan, TokenLengths lengths) {
        Intake intake = new Intake(plan.use(), lengths);
        try (InputStream in = open(plan.file())) {
            Source source = new Source(in, plan.file().toString());
            switch (plan.format()) {
                case MT_BENCH -> JsonLinesReader.read(source, line -> intake.take(MtBenchFormat.prompt(line)));
                case JSONL ->
                    JsonLinesReader.read(source, line -> intake.take(PromptLineFormat.prompt(line, plan.use())));
                case DOLLY -> JsonLinesReader.read(source, line -> intake.take(DollyFormat.prompt(line)));
                case SHAREGPT -> ShareGptReader.read(source, intake);
                case OPENASSISTANT -> new OpenAssistantReader(plan.use().languages(), intake).read(source);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the prompts " + plan.file(), e);
        }
        if (intake.prompts.isEmpty()) {
            throw new IllegalArgumentException(
                    plan.file() + " must hold at least one prompt that can be asked" + words(intake.skipped));
        }
        return new PromptFile(plan.file(), intake.prompts, intake.skipped);
    }

    /** What was left out, as words; empty when nothing was. */
    public String skippedText() {
        return words(skipped);
    }

    private static String words(Map<String, Integer> counts) {
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", ", " (left out: ", ")"));
    }

    private static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        if (!file.toString().endsWith(".gz")) {
            return raw;
        }
        try {
            return new GZIPInputStream(raw);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** @param name for messages */
    record Source(InputStream in, String name) {}

    /** What readers hand their entries to. */
    static final class Intake {
        private final PromptFileOptions use;
        private final TokenLengths lengths;
        private final List<FilePrompt> prompts = new ArrayList<>();
        private final Map<String, Integer> skipped = new LinkedHashMap<>();

        Intake(PromptFileOptions use, TokenLengths lengths) {
            this.use = use;
            this.lengths = lengths;
        }

        boolean filters() {
            return use.vllmFilter();
        }

        int tokens(String text) {
            return lengths.count(text);
        }

        void take(FilePrompt prompt) {
            int asked = use.limitsTokens() ? askedTokens(prompt) : 0;
            if (use.limitsTokens() && (asked < use.minTokens() || asked > use.maxTokens())) {
                leaveOut(asked < use.minTokens() ? "too short" : "too long");
                return;
            }
            prompts.add(use.turns() == PromptFileOptions.Turns.ALL ? prompt : prompt.withFollowUps(List.of()));
        }

        private int askedTokens(FilePrompt prompt) {
            return prompt.opening().stream()
                    .mapToInt(message -> tokens(message.content()))
                    .sum();
        }

        void leaveOut(String why) {
            skipped.merge(why, 1, Integer::sum);
        }
    }
}
