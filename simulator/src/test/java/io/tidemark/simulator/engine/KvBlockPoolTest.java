package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.engine.cost.StepCost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KvBlockPoolTest {
    private static final StepCost COST = new StepCost(0.01, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Random takes and releases beside a plain count of who holds what: none leaked, none freed twice. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void liveBlocksAreThoseThatSomebodyHolds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KvBlockPool kv = new KvBlockPool(config(50, random.nextInt(2) * 20));
        List<Sequence> holders = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            if (holders.isEmpty() || random.nextInt(3) > 0) {
                takeOrGrow(kv, holders, random);
            } else {
                kv.release(holders.remove(random.nextInt(holders.size())));
            }
            assertThat(kv.liveBlocks()).isEqualTo(held(holders));
            assertThat(kv.liveBlocks() + kv.cachedBlocks()).isLessThanOrEqualTo(50);
            assertThat(kv.hostPool().counts().heldBlocks()).isLessThanOrEqualTo(20);
        }
        holders.forEach(kv::release);
        assertThat(kv.liveBlocks()).isZero();
        assertThat(kv.freeBlocks()).isEqualTo(50);
    }

    @Test
    void theBlocksFreedLongestAgoAreEvictedFirstAndTheEndOfAPromptBeforeItsBeginning() {
        KvBlockPool kv = new KvBlockPool(config(6, 0));
        Sequence old = admitted(kv, 0, 48);
        Sequence young = admitted(kv, 1, 48);
        kv.release(old);
        kv.release(young);

        admitted(kv, 2, 32); // two of the old one's three go

        assertThat(kv.hitBlocks(chain(0, 4), 64)).isEqualTo(1);
        assertThat(kv.hitBlocks(chain(1, 4), 64)).isEqualTo(3);
        assertThat(kv.cachedBlocks()).isEqualTo(4);
    }

    @Test
    void aHitMakesABlockYoungAgain() {
        KvBlockPool kv = new KvBlockPool(config(6, 0));
        kv.release(admitted(kv, 0, 48));
        kv.release(admitted(kv, 1, 48));
        kv.release(admitted(kv, 0, 48));

        admitted(kv, 2, 48);

        assertThat(kv.hitBlocks(chain(0, 4), 64)).isEqualTo(3);
        assertThat(kv.hitBlocks(chain(1, 4), 64)).isZero();
    }

    @Test
    void theLastTokenOfAPromptIsAlwaysComputed() {
        KvBlockPool kv = new KvBlockPool(config(10, 0));
        kv.release(admitted(kv, 0, 48));

        assertThat(kv.hitBlocks(chain(0, 3), 48)).isEqualTo(2);
        assertThat(kv.hitBlocks(chain(0, 3), 49)).isEqualTo(3);
        assertThat(kv.hitBlocks(chain(0, 3), 1)).isZero();
    }

    @Test
    void sharedBlocksAreHeldUntilTheLastHolderLeaves() {
        KvBlockPool kv = new KvBlockPool(config(10, 0));
        Sequence one = admitted(kv, 0, 48);
        Sequence two = admitted(kv, 0, 64);

        assertThat(kv.liveBlocks()).isEqualTo(4);
        kv.release(one);
        assertThat(kv.liveBlocks()).isEqualTo(4);
        kv.release(two);
        assertThat(kv.liveBlocks()).isZero();
        assertThat(kv.cachedBlocks()).isEqualTo(4);
    }

    private static void takeOrGrow(KvBlockPool kv, List<Sequence> holders, SplittableRandom random) {
        if (!holders.isEmpty() && random.nextBoolean()) {
            Sequence holder = holders.get(random.nextInt(holders.size()));
            kv.grow(holder, 16L * holder.heldBlocks() + random.nextInt(1, 60));
            return;
        }
        Sequence fresh = new Sequence(request(random.nextInt(6), random.nextInt(1, 300)), null);
        int hits = kv.hitBlocks(fresh);
        long tokens = 16L * hits + random.nextInt(1, 40);
        if (kv.canAdmit(fresh, hits, tokens)) {
            kv.acquireHits(fresh, hits);
            assertThat(kv.grow(fresh, tokens)).isTrue();
            holders.add(fresh);
        }
    }

    private static int held(List<Sequence> holders) {
        Set<Long> chained = new HashSet<>();
        int own = 0;
        for (Sequence holder : holders) {
            own += holder.unhashedBlocks();
            for (int i = 0; i < holder.hashedBlocks(); i++) {
                chained.add(holder.request().blockHashes().at(i));
            }
        }
        return chained.size() + own;
    }

    private static Sequence admitted(KvBlockPool kv, int family, int tokens) {
        Sequence sequence = new Sequence(request(family, tokens + 1), null);
        kv.acquireHits(sequence, kv.hitBlocks(sequence));
        assertThat(kv.grow(sequence, tokens)).isTrue();
        return sequence;
    }

    private static EngineRequest request(int family, int promptTokens) {
        return new EngineRequest("r", promptTokens, 10, chain(family, promptTokens / 16));
    }

    private static BlockHashes chain(int family, int blocks) {
        return BlockHashes.ofHashes(
                LongStream.range(0, blocks).map(block -> 100L * family + block).toArray());
    }

    private static EngineConfig config(int kvBlocks, int hostBlocks) {
        return new EngineConfig(128, 6, kvBlocks, 16, true, COST, 0, 1)
                .with(EngineFeatures.none().with(new KvOffload(hostBlocks, 0, 0)));
    }
}
