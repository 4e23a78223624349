package io.tidemark.producer.plan.workload;

import io.tidemark.schemas.RequestClass;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is asked. {@code exactOutput} asks the server to ignore its end-of-sequence token, so that lengths are as planned. */
public sealed interface WorkloadPlan {
    RequestClassNaming labels();

    boolean exactOutput();

    /** The base class of its requests. */
    default String requestClass() {
        return labels().base();
    }

    /** The files that it reads. */
    default Set<Path> files() {
        return Set.of();
    }

    /** Made-up words, of about as many tokens as asked; every prompt begins differently, so that no prefix cache helps. */
    record Synthetic(
            RequestClassNaming labels,
            boolean exactOutput,
            LengthDistribution promptTokens,
            LengthDistribution outputTokens)
            implements WorkloadPlan {
        public Synthetic(
                String requestClass,
                boolean exactOutput,
                LengthDistribution promptTokens,
                LengthDistribution outputTokens) {
            this(RequestClassNaming.of(requestClass), exactOutput, promptTokens, outputTokens);
        }
    }

    /**
     * Made-up words after a prefix. The others have a prefix of their own that is as long, so that lengths do not set them
     * apart.
     *
     * @param sharedRequests share of the requests whose prefix is one of the shared ones, [0, 1]
     * @param ownTokens after the prefix
     */
    record SharedPrefix(
            RequestClassNaming labels,
            boolean exactOutput,
            int prefixes,
            LengthDistribution prefixTokens,
            double sharedRequests,
            LengthDistribution ownTokens,
            LengthDistribution outputTokens)
            implements WorkloadPlan {}

    /**
     * Conversations that begin with one of a few long starters; each turn resends the conversation so far with the real answers.
     *
     * @param starters how many there are in a step
     * @param starterTokens of made-up ones
     * @param starterFile prompts to take them from instead: JSON lines with {@code prompt}
     * @param followUps what the user says from the second turn on, drawn evenly; never empty
     * @param outputTokens per turn
     */
    record Conversations(
            RequestClassNaming labels,
            boolean exactOutput,
            int starters,
            LengthDistribution starterTokens,
            Optional<Path> starterFile,
            LengthDistribution turns,
            List<String> followUps,
            ThinkTime thinkTime,
            LengthDistribution outputTokens)
            implements WorkloadPlan {
        public Conversations {
            followUps = List.copyOf(followUps);
        }

        @Override
        public Set<Path> files() {
            return starterFile.<Set<Path>>map(Set::of).orElse(Set.of());
        }
    }

    /**
     * Prompts from a file, in a seeded order, shared out to the steps without repeats.
     *
     * @param use how much of each entry is asked
     * @param outputTokens where the file does not say
     */
    record Prompts(
            RequestClassNaming labels,
            boolean exactOutput,
            Path file,
            PromptFormat format,
            PromptFileOptions use,
            LengthDistribution outputTokens)
            implements WorkloadPlan {
        public Prompts(
                String requestClass,
                boolean exactOutput,
                Path file,
                PromptFormat format,
                LengthDistribution outputTokens) {
            this(
                    RequestClassNaming.of(requestClass),
                    exactOutput,
                    file,
                    format,
                    PromptFileOptions.DEFAULT,
                    outputTokens);
        }

        @Override
        public Set<Path> files() {
            return Set.of(file);
        }
    }

    /**
     * Lengths, and with {@code arrivals: trace} the arrivals too, of the first rows of a CSV file with the columns
     * TIMESTAMP, ContextTokens, GeneratedTokens, or of JSON lines.
     *
     * @param blockTokens tokens of the prompt that each of a row's {@code hash_ids} stands for
     * @param sessionRows what the length of a row of a session is; empty: as {@link SessionRows#WHOLE}, in sessions that can be nothing else
     */
    record Trace(
            RequestClassNaming labels,
            boolean exactOutput,
            Path file,
            int rows,
            int blockTokens,
            Optional<SessionRows> sessionRows)
            implements WorkloadPlan {
        /** What a row of a session has the length of. */
        public enum SessionRows {
            /** The whole conversation so far. */
            WHOLE,
            /** The new turn alone; the rows of its session before it, and their answers, come before it. */
            NEW
        }

        /** Of Mooncake's traces. */
        public static final int DEFAULT_BLOCK_TOKENS = 512;

        public Trace(String requestClass, boolean exactOutput, Path file, int rows) {
            this(RequestClassNaming.of(requestClass), exactOutput, file, rows, DEFAULT_BLOCK_TOKENS, Optional.empty());
        }

        @Override
        public Set<Path> files() {
            return Set.of(file);
        }
    }

    /** Each conversation is drawn from one of the parts, by their weights. */
    record Mixture(List<Part> parts) implements WorkloadPlan {
        public Mixture {
            parts = List.copyOf(parts);
        }

        @Override
        public RequestClassNaming labels() {
            return RequestClassNaming.of(RequestClass.ALL);
        }

        /** Of any part: a server that refuses what such requests have refuses some of the load. */
        @Override
        public boolean exactOutput() {
            return parts.stream().anyMatch(part -> part.workload().exactOutput());
        }

        @Override
        public Set<Path> files() {
            Set<Path> files = new TreeSet<>();
            parts.forEach(part -> files.addAll(part.workload().files()));
            return files;
        }
    }

    /** @param weight > 0; only its ratio to the others' counts */
    record Part(double weight, WorkloadPlan workload) {}
}
