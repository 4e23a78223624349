package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.producer.workload.files.JsonLinesReader.Line;
import io.tidemark.producer.workload.files.PromptFile.Intake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * OpenAssistantReader (oasst1, oasst2): either a tree per line ({@code prompt.replies}) or a message per line ({@code message_id, parent_id}),
 * distinguished by the first line. Of the replies the best ranked is followed. Deleted messages and other languages are left out.
 */
final class OpenAssistantReader {
    private final List<String> languages;
    private final Intake intake;
    private final Map<String, AssistantMessage> byId = new LinkedHashMap<>();
    private final Map<String, List<AssistantMessage>> byParent = new HashMap<>();

    OpenAssistantReader(List<String> languages, Intake intake) {
        this.languages = languages;
        this.intake = intake;
    }

    /** One message; a parent of "" is none. */
    private record AssistantMessage(String id, String parent, String role, String text, String language, Rank rank) {}

    /** @param place 0 is best; unranked messages come last */
    private record Rank(int place, boolean deleted) {}

    void read(PromptFile.Source source) throws IOException {
        JsonLinesReader.read(source, this::take);
        byId.values().stream().filter(message -> message.parent().isEmpty()).forEach(this::root);
    }

    private void take(Line line) {
        JsonNode tree = line.node().path("prompt");
        if (tree.isObject()) {
            tree(tree, "", line.where());
            return;
        }
        remember(line.node(), line.node().path("parent_id").asText(""), line.where());
    }

    private void tree(JsonNode node, String parent, String where) {
        AssistantMessage message = remember(node, parent, where);
        node.path("replies").forEach(reply -> tree(reply, message.id(), where));
    }

    private AssistantMessage remember(JsonNode node, String parent, String where) {
        Line line = new Line(node, where);
        JsonNode rank = node.path("rank");
        AssistantMessage message = new AssistantMessage(
                node.path("message_id").asText(where + "#" + byId.size()),
                parent.equals("null") ? "" : parent,
                line.text("role"),
                line.text("text"),
                line.textOrNone("lang"),
                new Rank(
                        rank.isNumber() ? rank.intValue() : Integer.MAX_VALUE,
                        node.path("deleted").asBoolean(false)));
        byId.put(message.id(), message);
        byParent.computeIfAbsent(message.parent(), unseen -> new ArrayList<>()).add(message);
        return message;
    }

    private void root(AssistantMessage root) {
        if (root.rank().deleted()) {
            intake.leaveOut("deleted");
            return;
        }
        if (!languages.isEmpty() && !languages.contains(root.language())) {
            intake.leaveOut("in other languages");
            return;
        }
        if (!root.role().equals("prompter")) {
            intake.leaveOut("not begun by the prompter");
            return;
        }
        intake.take(FilePrompt.of(root.text()).withFollowUps(followUps(root)));
    }

    /** What the prompter says further down the best path. */
    private List<String> followUps(AssistantMessage root) {
        List<String> followUps = new ArrayList<>();
        Optional<AssistantMessage> answer = best(root);
        Optional<AssistantMessage> ask = answer.flatMap(this::best);
        while (ask.isPresent()) {
            followUps.add(ask.get().text());
            ask = best(ask.get()).flatMap(this::best);
        }
        return followUps;
    }

    private Optional<AssistantMessage> best(AssistantMessage message) {
        String next = message.role().equals("prompter") ? "assistant" : "prompter";
        return byParent.getOrDefault(message.id(), List.of()).stream()
                .filter(reply -> !reply.rank().deleted() && reply.role().equals(next))
                .min(Comparator.comparingInt(reply -> reply.rank().place()));
    }
}
