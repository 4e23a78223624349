package io.tidemark.app.server;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.diagnose.ServerEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The facts of a start as JSON, in a file beside its log. */
public final class ServerFactsFile {
    public static final String START_UP_SECONDS = "start_up_seconds";

    private static final JsonMapper JSON = new JsonMapper();

    private ServerFactsFile() {}

    /** The file of a log's start. */
    public static Path of(Path log) {
        return log.resolveSibling(String.valueOf(log.getFileName()).replaceFirst("\\.log$", "") + ".json");
    }

    /** @throws UncheckedIOException if it cannot be written */
    static void write(ServerStartFacts facts) {
        Path file = of(facts.launch().log());
        try {
            PrivateFiles.createIfMissing(file);
            Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json(facts)) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("the facts of a server cannot be written: " + e.getMessage(), e);
        }
    }

    /** Keys in snake_case; what is not known is left out. */
    public static ObjectNode json(ServerStartFacts facts) {
        ServerStartFacts.Launch launch = facts.launch();
        ServerStartFacts.Observed seen = facts.observed();
        ObjectNode node = JSON.createObjectNode()
                .put("start_id", launch.startId())
                .put("phase", launch.phase())
                .put("recipe", launch.recipe())
                .put("started_at", launch.startedAt().toString());
        node.set("command", list(launch.command()));
        node.set("environment", texts(launch.environment()));
        node.set("flags", texts(launch.flags()));
        node.set("default_flags", list(launch.defaultFlags()));
        seen.version().ifPresent(version -> node.put("version", version));
        node.set("models", list(seen.models()));
        seen.kvCapacityTokens().ifPresent(tokens -> node.put("kv_capacity_tokens", tokens));
        seen.cacheBlocks().ifPresent(blocks -> node.put("cache_blocks", blocks));
        seen.startUpSeconds().ifPresent(seconds -> node.put(START_UP_SECONDS, seconds));
        seen.firstRequestSeconds().ifPresent(seconds -> node.put("first_request_seconds", seconds));
        facts.end().ifPresent(end -> node.set("end", end(end)));
        return node;
    }

    private static ObjectNode end(ServerEnd end) {
        ObjectNode node =
                JSON.createObjectNode().put("failure", end.failure().name()).put("reason", end.reason());
        end.exitStatus().ifPresent(status -> node.put("exit_status", status));
        node.set("last_lines", list(end.lastLines()));
        return node;
    }

    private static ArrayNode list(List<String> texts) {
        ArrayNode array = JSON.createArrayNode();
        texts.forEach(array::add);
        return array;
    }

    private static ObjectNode texts(Map<String, String> values) {
        ObjectNode node = JSON.createObjectNode();
        values.forEach(node::put);
        return node;
    }
}
