package io.tidemark.producer.workload.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.PromptFileOptions;
import io.tidemark.producer.plan.workload.PromptFileOptions.Turns;
import io.tidemark.producer.plan.workload.PromptFormat;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.ThinkTime;
import io.tidemark.producer.plan.workload.WorkloadPlan.Prompts;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.RunWorkload;
import io.tidemark.producer.workload.StepDemand;
import io.tidemark.producer.workload.WorkloadException;
import io.tidemark.producer.workload.WorkloadParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptFileTest {
    private static final PromptFileOptions ALL = new PromptFileOptions(Turns.ALL, ThinkTime.NONE, false, List.of());
    private static final PromptFileOptions FILTERED =
            new PromptFileOptions(Turns.FIRST, ThinkTime.NONE, true, List.of());

    @TempDir
    private Path directory;

    private PromptFile read(PromptFormat format, PromptFileOptions use, String text) throws IOException {
        return read(Files.writeString(directory.resolve("prompts"), text), format, use);
    }

    private static PromptFile read(Path file, PromptFormat format, PromptFileOptions use) {
        return PromptFile.read(
                new Prompts(RequestClassNaming.NONE, false, file, format, use, LengthRange.of(8)),
                TokenLengths.estimate());
    }

    private static String first(FilePrompt prompt) {
        return prompt.opening().get(0).content();
    }

    @Test
    void mtBenchHasTwoTurnsAndACategory() {
        PromptFile file = read(TestResources.path("prompts/mt-bench-8.jsonl"), PromptFormat.MT_BENCH, ALL);

        assertThat(file.prompts())
                .hasSize(8)
                .allMatch(prompt -> prompt.followUps().size() == 1);
        assertThat(first(file.prompts().get(0))).startsWith("Compose an engaging travel blog post");
        assertThat(file.prompts().get(0).followUps().get(0)).startsWith("Rewrite your previous response.");
        assertThat(file.prompts().get(0).category()).isEqualTo("writing");
    }

    @Test
    void onlyPromptsOfTheRangeAreAskedAndTheOthersAreCounted() throws IOException {
        String text = """
                {"prompt": "Why?"}
                {"prompt": "What is the difference between latency and throughput of a server?"}
                {"prompt": "%s"}
                """.formatted("Say what is wrong with this text. ".repeat(40));
        PromptFile file = read(
                PromptFormat.JSONL, new PromptFileOptions(Turns.FIRST, ThinkTime.NONE, false, List.of(), 8, 100), text);

        assertThat(file.prompts())
                .singleElement()
                .satisfies(prompt -> assertThat(first(prompt)).startsWith("What is the difference"));
        assertThat(file.skippedText()).isEqualTo(" (left out: 1 too long, 1 too short)");
    }

    @Test
    void aFileThatIsNotUtf8IsRefusedWithItsLineInsteadOfSentWithOtherCharacters() throws IOException {
        Path file = Files.write(
                directory.resolve("latin1.jsonl"),
                "{\"prompt\": \"tea\"}\n{\"prompt\": \"caf\u00e9\"}\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> read(file, PromptFormat.JSONL, PromptFileOptions.DEFAULT))
                .hasMessageContaining("latin1.jsonl:2 is not UTF-8 text");
    }

    @Test
    void aLineWithoutAnEndIsRefusedBeforeItFillsTheMemory() throws IOException {
        Path file = directory.resolve("one-line.jsonl");
        byte[] mebibyte = new byte[1 << 20];
        java.util.Arrays.fill(mebibyte, (byte) 'x');
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("{\"prompt\": \"".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 65; i++) {
                out.write(mebibyte);
            }
        }
        assertThatThrownBy(() -> read(file, PromptFormat.JSONL, PromptFileOptions.DEFAULT))
                .hasMessageContaining("one-line.jsonl:1 is longer than 64 MiB");
    }

    @Test
    void brokenJsonIsNamedWithItsPlaceAndNotWithTheParsersSettings() {
        assertThatThrownBy(() -> read(PromptFormat.JSONL, PromptFileOptions.DEFAULT, "{\"prompt\": \"a\""))
                .hasMessageContaining("prompts:1 is not JSON")
                .hasMessageContaining("line 1, column 1")
                .hasMessageNotContaining("REDACTED");
    }

    @Test
    void shareGptGivesTheHumansMessagesAsTurns() {
        Path file = TestResources.path("prompts/sharegpt-5.json");

        assertThat(read(file, PromptFormat.SHAREGPT, PromptFileOptions.DEFAULT).prompts().stream()
                        .map(PromptFileTest::first))
                .containsExactly("Who are you?", "Who are you?", "What is up?", "Who are you?", "Who are you?");
        assertThat(read(file, PromptFormat.SHAREGPT, ALL).prompts().get(0).followUps())
                .containsExactly("Have a nice day!");
    }

    @Test
    void shareGptConversationsThatTheHumanDidNotBeginAreLeftOutAndCounted() throws IOException {
        PromptFile file = read(PromptFormat.SHAREGPT, ALL, """
                [{"conversations": [{"from": "gpt", "value": "Hello"}, {"from": "human", "value": "Hi"}]},
                 {"conversations": [{"from": "system", "value": "Be kind."}, {"from": "human", "value": "Hi"},
                                    {"from": "gpt", "value": "Hello"}, {"from": "gpt", "value": "again"},
                                    {"from": "human", "value": "out of turn"}]},
                 {"conversations": []}]
                """);

        assertThat(file.skipped()).containsOnly(entry("not begun by the human", 2));
        assertThat(file.prompts())
                .containsExactly(new FilePrompt(
                        List.of(new ChatMessage("system", "Be kind."), ChatMessage.user("Hi")),
                        List.of(),
                        OptionalInt.empty(),
                        ""));
    }

    @Test
    void whatIsNoConversationInAShareGptFileEndsNothingUnnoticed() {
        assertThatThrownBy(() -> read(PromptFormat.SHAREGPT, ALL, """
                        [{"conversations": [{"from": "human", "value": "Hi"}]},
                         null,
                         {"conversations": [{"from": "human", "value": "Hello"}]}]
                        """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prompts:2 must be an object");
    }

    @Test
    void vllmsFilterKeepsWhatItsBenchmarkKeeps() throws IOException {
        // By 4 characters a token: 3 tokens are too few, 1025 too many, 1024 + 1025 too many together.
        PromptFile file = read(
                PromptFormat.SHAREGPT,
                FILTERED,
                "[" + chat(12, 100) + "," + chat(16, 16) + "," + chat(4100, 100) + "," + chat(4096, 4100) + ","
                        + chat(4096, 4096) + "," + chat(100, 12) + "]");

        assertThat(file.prompts().stream().map(prompt -> first(prompt).length()))
                .containsExactly(16, 4096);
        assertThat(file.prompts().stream().map(FilePrompt::outputTokens))
                .containsExactly(OptionalInt.of(4), OptionalInt.of(1024));
        assertThat(file.skippedText()).isEqualTo(" (left out: 2 too long, 2 too short)");
    }

    private static String chat(int asked, int answered) {
        return "{\"conversations\":[{\"from\":\"human\",\"value\":\"" + "a".repeat(asked)
                + "\"},{\"from\":\"gpt\",\"value\":\"" + "b".repeat(answered) + "\"}]}";
    }

    @Test
    void shareGptWithASystemMessageKeepsItAndWithToolsIsLeftOut() throws IOException {
        PromptFile file = read(PromptFormat.SHAREGPT, ALL, """
                [{"system": "Be a pirate.", "tools": "", "conversations": [{"from": "human", "value": "Hi"}]},
                 {"tools": "[{}]", "conversations": [{"from": "human", "value": "Hi"}]},
                 {"conversations": [{"from": "human", "value": "Weather?"}, {"from": "function_call", "value": "{}"},
                                    {"from": "observation", "value": "rain"}, {"from": "gpt", "value": "Rain."}]}]
                """);

        assertThat(file.prompts())
                .singleElement()
                .satisfies(prompt -> assertThat(prompt.opening())
                        .containsExactly(new ChatMessage("system", "Be a pirate."), new ChatMessage("user", "Hi")));
        assertThat(file.skipped()).containsOnly(entry("with calls of tools, which are not sent", 2));
    }

    @Test
    void rowsOfAnotherFormatAreNotTakenForDollyOrMtBench() {
        assertThatThrownBy(() -> read(PromptFormat.DOLLY, PromptFileOptions.DEFAULT, """
                {"instruction": "Sum up.", "input": "A text.", "output": "x"}
                """))
                .hasMessageContaining(":1 must have none but the keys")
                .hasMessageContaining("\"input\"");
        assertThatThrownBy(() -> read(PromptFormat.MT_BENCH, PromptFileOptions.DEFAULT, """
                {"question_id": 1, "system": "Be kind.", "turns": ["Hi"]}
                """))
                .hasMessageContaining(":1 must have none but the keys")
                .hasMessageContaining("\"system\"");
    }

    @Test
    void dollyAsksTheInstructionAndThenItsContext() throws IOException {
        PromptFile file = read(PromptFormat.DOLLY, PromptFileOptions.DEFAULT, """
                {"instruction": "Who wrote it?", "context": "A book by Ann.", "response": "Ann", "category": "closed_qa"}
                {"instruction": "Name a colour.", "context": "", "response": "Red", "category": "open_qa"}
                """);

        assertThat(file.prompts().stream().map(PromptFileTest::first))
                .containsExactly("Who wrote it?\n\nA book by Ann.", "Name a colour.");
        assertThat(file.prompts().stream().map(FilePrompt::category)).containsExactly("closed_qa", "open_qa");
    }

    @Test
    void openAssistantTreesFollowTheBestRankedReplies() throws IOException {
        Path packed = directory.resolve("oasst.trees.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("""
                    {"message_tree_id": "1", "prompt": {"message_id": "1", "role": "prompter", "text": "Why?", "lang": "en", "replies": [\
                    {"message_id": "2", "role": "assistant", "text": "worse", "rank": 1, "replies": [{"message_id": "4", "role": "prompter", "text": "no"}]},\
                    {"message_id": "3", "role": "assistant", "text": "best", "rank": 0, "replies": [{"message_id": "5", "role": "prompter", "text": "And then?"}]}]}}
                    {"message_tree_id": "9", "prompt": {"message_id": "9", "role": "prompter", "text": "Warum?", "lang": "de", "replies": []}}
                    {"message_tree_id": "8", "prompt": {"message_id": "8", "role": "prompter", "text": "gone", "lang": "en", "deleted": true, "replies": []}}
                    """.getBytes(StandardCharsets.UTF_8));
        }
        PromptFile file = read(
                packed,
                PromptFormat.OPENASSISTANT,
                new PromptFileOptions(Turns.ALL, ThinkTime.NONE, false, List.of("en")));

        assertThat(file.prompts()).containsExactly(FilePrompt.of("Why?").withFollowUps(List.of("And then?")));
        assertThat(file.skippedText()).isEqualTo(" (left out: 1 deleted, 1 in other languages)");
    }

    @Test
    void openAssistantMessagesAreJoinedByTheirParents() throws IOException {
        PromptFile file = read(PromptFormat.OPENASSISTANT, ALL, """
                {"message_id": "c", "parent_id": "b", "role": "prompter", "text": "third", "rank": null}
                {"message_id": "b", "parent_id": "a", "role": "assistant", "text": "second", "rank": 0}
                {"message_id": "a", "parent_id": null, "role": "prompter", "text": "first", "rank": null}
                """);

        assertThat(file.prompts()).containsExactly(FilePrompt.of("first").withFollowUps(List.of("third")));
    }

    @Test
    void ownLinesMayHaveMessagesAndSayTheirOutput() throws IOException {
        String lines = """
                {"prompt": "a", "output_tokens": 7, "category": "short"}

                {"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "b"}, {"role": "assistant", "content": "c"}, {"role": "user", "content": "d"}]}
                """;

        assertThat(read(PromptFormat.JSONL, PromptFileOptions.DEFAULT, lines).prompts())
                .containsExactly(
                        FilePrompt.of("a").withOutputTokens(7).withCategory("short"),
                        new FilePrompt(
                                List.of(
                                        new ChatMessage("system", "s"),
                                        ChatMessage.user("b"),
                                        ChatMessage.assistant("c"),
                                        ChatMessage.user("d")),
                                List.of(),
                                OptionalInt.empty(),
                                ""));
        assertThat(read(PromptFormat.JSONL, ALL, lines).prompts().get(1).followUps())
                .containsExactly("d");
    }

    @Test
    void aPromptThatIsNoneIsRefusedWithItsLine() {
        assertThatThrownBy(() ->
                        read(PromptFormat.JSONL, PromptFileOptions.DEFAULT, "{\"prompt\":\"a\"}\n{\"text\":\"b\"}\n"))
                .hasMessageEndingWith("prompts:2 must have a text in 'prompt'");
        assertThatThrownBy(() -> read(PromptFormat.SHAREGPT, PromptFileOptions.DEFAULT, "{}"))
                .hasMessageEndingWith("must be a JSON array of conversations");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'prompt': 'a', 'tools': [], 'temperature': 0} | prompts:1 must have none but the keys prompt, messages, output_tokens, category, step, conversation, turn, prompt_tokens, id, metadata, source, comment but has #tools#, #temperature#. What all requests have in common goes into request.extra_body",
                "{'prompt': 'a', 'messages': []} | prompts:1 must have either 'prompt' or 'messages' but has both",
                "{'prompt': 'a', 'prompt': 'b'} | prompts:1 is not JSON: Duplicate field",
                "{'prompt': 'a'} {'prompt': 'b'} | prompts:1 must hold one JSON object but goes on after it",
                "{'prompt': 'a', 'category': ['x']} | prompts:1 must have a text in 'category' but has a list",
                "[{'role': 'user', 'content': 'a'}] | prompts:1 must be an object but is an array; put the messages into one",
                "7 | prompts:1 must be an object but is 7",
                "{'custom_id': 'r', 'url': '/v1/chat/completions', 'body': {'messages': []}} | prompts:1 is a line of OpenAI's batch API",
                "{'messages': {'role': 'user'}} | prompts:1 must have a list in 'messages' but has an object",
                "{'messages': [{'role': 'user', 'content': 'a'}, {'role': 'assistant', 'content': null, 'tool_calls': []}]} | prompts:1 messages[1], of role assistant, must have a text in 'content' but has null, and 'tool_calls', which are not sent",
                "{'messages': [{'role': 'tool', 'content': 'a'}]} | prompts:1 messages[0] must have a 'role' of system, user or assistant but has #tool#",
                "{'messages': [{'role': 'user', 'content': [{'type': 'text', 'text': 'a'}]}]} | prompts:1 messages[0], of role user, must have a text in 'content' but has a list of parts",
                "{'messages': [{'role': 'user', 'content': 'a', 'name': 'n'}]} | prompts:1 messages[0] must have none but the keys role, content, id, metadata, source, comment but has #name#"
            })
    void aLineThatCannotBeSentAsItStandsIsRefusedWithWhatIsInTheWay(String line, String message) {
        assertThatThrownBy(() -> read(PromptFormat.JSONL, PromptFileOptions.DEFAULT, line.replace('\'', '"')))
                .hasMessageContaining(message.replace('#', '"'));
    }

    @Test
    void aConversationCannotSendASystemMessageBetweenItsTurns() throws IOException {
        String line =
                "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"system\", \"content\": \"s\"},"
                        + " {\"role\": \"user\", \"content\": \"b\"}]}";

        assertThat(read(PromptFormat.JSONL, PromptFileOptions.DEFAULT, line)
                        .prompts()
                        .get(0)
                        .opening())
                .hasSize(3);
        assertThatThrownBy(() -> read(PromptFormat.JSONL, ALL, line))
                .hasMessageContaining("prompts:1 must have no message of the system after the user's first one");
    }

    @Test
    void notesOfALineChangeNothing() throws IOException {
        String line = "{\"id\": 7, \"prompt\": \"a\", \"metadata\": {\"k\": 1}, \"source\": \"x\", \"comment\": \"y\","
                + " \"step\": 1, \"conversation\": 1, \"turn\": 1, \"prompt_tokens\": 2}";

        assertThat(read(PromptFormat.JSONL, PromptFileOptions.DEFAULT, line).prompts())
                .containsExactly(FilePrompt.of("a"));
    }

    @Test
    void aFileThatCannotBeReadIsAMistakeInTheWorkloadAndNamed() throws IOException {
        Path notZipped = Files.writeString(directory.resolve("prompts.jsonl.gz"), "{}");
        WorkloadParameters draw =
                new WorkloadParameters(false, StepDemand.of(List.of()), TokenLengths.estimate(), 1, 2);
        Prompts plan =
                new Prompts(RequestClassNaming.NONE, false, notZipped, PromptFormat.JSONL, ALL, LengthRange.of(8));

        assertThatThrownBy(() -> RunWorkload.open(plan, draw))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContainingAll(notZipped.toString(), "GZIP");
    }
}
