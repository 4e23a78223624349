package io.tidemark.producer.workload;

import io.tidemark.producer.arrivals.TraceRow;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace;
import io.tidemark.producer.tokens.TokenLengths;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Made-up prompts of a trace's lengths, row by row, over again after the last. Where the trace names its blocks, equal ids give
 * equal text, so that the trace's own reuse of prefixes is asked again. Where it names only sessions, each prompt of a session begins with the
 * text of those before it, as a conversation's prompts do; every row is still sent at its own time, as the trace has it.
 */
record TraceSource(Trace plan, List<TraceRow> rows, TokenLengths lengths) implements WorkloadSource {
    TraceSource {
        rows = List.copyOf(rows);
    }

    @Override
    public Workload step(StepRandomness draw) {
        return new Step(this, draw);
    }

    private static final class Step implements Workload {
        private final TraceSource source;
        private final SyntheticText own;
        private final long seed;
        private final Set<Long> asked = new HashSet<>();
        private final Map<String, Long> sessions = new HashMap<>();
        private final Map<String, Integer> longest = new HashMap<>();
        private long round;
        private int next;

        Step(TraceSource source, StepRandomness draw) {
            this.source = source;
            this.own = new SyntheticText(draw.words(), source.lengths());
            this.seed = draw.shared().words().nextLong();
            source.rows().forEach(row -> row.session().ifPresent(this::number));
        }

        @Override
        public Conversation next() {
            TraceRow row = source.rows().get(next);
            int tokens = Math.max(1, row.promptTokens() - source.lengths().template(1));
            String text = text(row, tokens);
            int cached = Math.min(tokens - 1, cachedTokens(row, tokens));
            next = (next + 1) % source.rows().size();
            if (next == 0) {
                round++;
                asked.clear();
                longest.clear();
            }
            ScriptedTurn turn = ScriptedTurn.of(
                    text,
                    tokens,
                    ScriptedTurn.AnswerSettings.once(
                            row.outputTokens(), source.plan().requestClass()));
            return new ScriptedConversation(List.of(turn), cached, source.plan().exactOutput(), source.lengths());
        }

        /** Below 0, where no block's id is. */
        private void number(String session) {
            sessions.putIfAbsent(session, -1L - sessions.size());
        }

        private String text(TraceRow row, int tokens) {
            if (!row.hashIds().isEmpty()) {
                return ofBlocks(row, tokens);
            }
            return row.session()
                    .flatMap(session -> Optional.ofNullable(sessions.get(session)))
                    .map(number -> block(number, tokens))
                    .orElseGet(() -> own.ofTokens(tokens));
        }

        private String ofBlocks(TraceRow row, int tokens) {
            StringBuilder text = new StringBuilder();
            int left = tokens;
            for (int i = 0; i < row.hashIds().size() && left > 0; i++) {
                boolean last = i == row.hashIds().size() - 1;
                int inBlock = last ? left : Math.min(left, source.plan().blockTokens());
                text.append(i == 0 ? "" : " ").append(block(row.hashIds().get(i), inBlock));
                left -= inBlock;
            }
            return text.toString();
        }

        /** The block's first tokens: the same in every process of the run, others in every round. */
        private String block(long id, int tokens) {
            SplittableRandom random = new SplittableRandom(seed ^ (id * 0x9E3779B97F4A7C15L) ^ (round << 48));
            return new SyntheticText(random, source.lengths()).ofTokens(tokens);
        }

        /** Whole blocks at the beginning that were asked before. */
        private int cachedTokens(TraceRow row, int tokens) {
            if (row.hashIds().isEmpty()) {
                return row.session().map(session -> reused(session, tokens)).orElse(0);
            }
            int blocks = 0;
            while (blocks < row.hashIds().size() && asked.contains(row.hashIds().get(blocks))) {
                blocks++;
            }
            asked.addAll(row.hashIds());
            return blocks * source.plan().blockTokens();
        }

        /** What the session's longest prompt so far has of this one. */
        private int reused(String session, int tokens) {
            int before = longest.getOrDefault(session, 0);
            longest.put(session, Math.max(before, tokens));
            return Math.min(before, tokens);
        }
    }
}
