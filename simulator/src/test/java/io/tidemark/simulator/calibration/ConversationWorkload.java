package io.tidemark.simulator.calibration;

import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Conversations whose every turn resends the ones before it, all turns of all conversations in a random order, as a benchmark
 * sends a file of prompts. Conversations that start with the same document share its blocks.
 *
 * @param conversations how many
 * @param turns requests of each
 * @param starters documents that they start with, in turn
 * @param starterTokens lengths of the documents
 * @param turnTokens what a turn adds to the next one's prompt
 * @param outputTokens lengths of answers
 * @param freshShare 0..1, of conversations that no earlier round has sent
 * @param coldShare 0..1, of conversations that share not even their document; part of the fresh ones
 */
record ConversationWorkload(
        int conversations,
        int turns,
        int starters,
        StarterTokens starterTokens,
        TurnTokens turnTokens,
        OutputTokens outputTokens,
        double freshShare,
        double coldShare) {
    private static final int BLOCK_SIZE = 16;
    private static final int ROUNDS = 1_000;
    private static final int COLD_STARTERS = 100_000_000;
    private static final double HALF = 0.5;
    private static final int HISTORIES = 200_000_000;

    /** @param step tokens by which each document is longer than the one before it */
    record StarterTokens(int least, int step) {}

    /** @param question tokens of a follow-up question, which each turn adds besides */
    record TurnTokens(double mean, double cv, int least, int question) {}

    /** Log-normal, cut at both ends. */
    record OutputTokens(double mean, double cv, int least, int most) {}

    int requests() {
        return conversations * turns;
    }

    /**
     * The requests of one round in the order in which they are sent. Lengths, order and which conversations are fresh depend
     * on the seed only, how many are fresh not even on it; what a fresh one holds is new in every round.
     */
    List<EngineRequest> round(long seed, int round) {
        SeededRandom draws = new SeededRandom(3 * seed);
        SeededRandom fates = new SeededRandom(3 * seed + 1);
        List<EngineRequest> requests = new ArrayList<>(requests());
        List<Integer> ranks =
                new ArrayList<>(IntStream.range(0, conversations).boxed().toList());
        fates.shuffle(ranks);
        for (int conversation = 0; conversation < conversations; conversation++) {
            double fate = (ranks.get(conversation) + HALF) / conversations;
            addTurns(requests, identities(conversation, fate, round), draws);
        }
        draws.shuffle(requests);
        return requests;
    }

    private Identities identities(int conversation, double fate, int round) {
        int starter = conversation % starters;
        long own = (long) conversation * ROUNDS;
        long history = HISTORIES + own + (fate < freshShare ? round : 0);
        long document = fate < coldShare ? COLD_STARTERS + own + round : starter;
        return new Identities(
                "c" + conversation + "r" + round,
                starterTokens.least + starter * starterTokens.step,
                document,
                history);
    }

    private void addTurns(List<EngineRequest> requests, Identities identities, SeededRandom draws) {
        int promptTokens = identities.starterTokens();
        for (int turn = 0; turn < turns; turn++) {
            promptTokens += turnTokens.question;
            requests.add(new EngineRequest(
                    identities.name() + "t" + turn, promptTokens, outputTokens(draws), identities.chain(promptTokens)));
            double added = turnTokens.mean * (1 + turnTokens.cv * draws.gaussian());
            promptTokens += (int) Math.max(turnTokens.least, added);
        }
    }

    private int outputTokens(SeededRandom draws) {
        double tokens = draws.logNormal(outputTokens.mean, outputTokens.cv);
        return (int) Math.min(outputTokens.most, Math.max(outputTokens.least, tokens));
    }

    /** What a conversation's blocks are known by. */
    private record Identities(String name, int starterTokens, long document, long history) {
        BlockHashes chain(int promptTokens) {
            int blocks = promptTokens / BLOCK_SIZE;
            int shared = Math.min(blocks, starterTokens / BLOCK_SIZE);
            return BlockHashes.ofHashes(LongStream.range(0, blocks)
                    .map(block -> (block < shared ? document : history) << 20 | block)
                    .toArray());
        }
    }
}
