package io.tidemark.servers;

import io.tidemark.servers.diagnose.ServerEnd;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What is known of one start of a server. Immutable; holds no secret.
 *
 * @param launch what was started
 * @param observed what the server reported and did
 * @param end how it ended; empty while it runs
 */
public record ServerStartFacts(Launch launch, Observed observed, Optional<ServerEnd> end) {
    /**
     * What was started.
     *
     * @param startId 26 characters; also the value of TIDEMARK_SERVER_START in the server's environment
     * @param recipe key of the recipe in the plan
     * @param command the server's full command line, secrets masked; empty if the recipe has none
     * @param environment what is set on top of the environment of the process that starts it; secrets masked
     * @param flags that were put on the command line, by their names there without dashes
     * @param defaultFlags that were left out, so that the server's own default holds
     * @param log file of its output
     */
    public record Launch(
            String startId,
            String phase,
            String recipe,
            List<String> command,
            Map<String, String> environment,
            Map<String, String> flags,
            List<String> defaultFlags,
            Instant startedAt,
            Path log) {
        public Launch {
            command = List.copyOf(command);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
            defaultFlags = List.copyOf(defaultFlags);
        }
    }

    /**
     * What a server reported and did.
     *
     * @param version as {@code /version} says
     * @param models as {@code /v1/models} says
     * @param kvCapacityTokens tokens that its KV cache holds, from its output
     * @param cacheBlocks blocks of its KV cache, from {@code vllm:cache_config_info}
     * @param lastLines of its output until it was ready, at most 20, secrets masked
     * @param startUpSeconds from its start until it was ready
     * @param firstRequestSeconds of the first request of its warm-up, from its sending to the end of its answer
     */
    public record Observed(
            Optional<String> version,
            List<String> models,
            OptionalLong kvCapacityTokens,
            OptionalLong cacheBlocks,
            List<String> lastLines,
            OptionalDouble startUpSeconds,
            OptionalDouble firstRequestSeconds) {
        public static final Observed NOTHING = new Observed(
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                List.of(),
                OptionalDouble.empty(),
                OptionalDouble.empty());

        public Observed {
            models = List.copyOf(models);
            lastLines = List.copyOf(lastLines);
        }
    }

    /** The same with how it ended. */
    public ServerStartFacts ended(ServerEnd how) {
        return new ServerStartFacts(launch, observed, Optional.of(how));
    }

    /** The same with what was observed. */
    public ServerStartFacts observed(Observed newObserved) {
        return new ServerStartFacts(launch, newObserved, end);
    }
}
