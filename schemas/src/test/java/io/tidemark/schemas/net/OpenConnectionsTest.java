package io.tidemark.schemas.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {
    private final OpenConnections<Integer> connections = new OpenConnections<>();

    @Test
    void theOneThatHasWaitedLongestOfTheAddressThatHasMostGivesWay() {
        open(1, 1);
        open(2, 2);
        open(3, 2);
        assertThat(connections.longestWaiting()).hasValue(2);
        connections.setWaiting(2, false);
        assertThat(connections.longestWaiting()).hasValue(3);
        connections.setWaiting(2, true);
        assertThat(connections.longestWaiting()).hasValue(3);
        connections.remove(3);
        assertThat(connections.longestWaiting()).as("both addresses have one").hasValue(1);
        assertThat(connections.longestWaiting(address(2))).hasValue(2);
        assertThat(connections.longestWaiting(address(3))).isEmpty();
    }

    @Test
    void thoseOfAProxyGiveWayLast() {
        IntStream.rangeClosed(1, 5).forEach(one -> open(one, 0));
        open(6, 1);
        assertThat(connections.longestWaiting()).hasValue(6);
        connections.setWaiting(6, false);
        assertThat(connections.longestWaiting()).hasValue(1);
    }

    @Test
    void theOneThatGivesWayIsTheOneThatASearchOfAllFinds() {
        SplittableRandom random = new SplittableRandom(7);
        Map<Integer, Integer> addresses = new LinkedHashMap<>();
        Map<Integer, Long> waits = new LinkedHashMap<>();
        for (int step = 0; step < 20_000; step++) {
            int one = random.nextInt(60);
            if (!addresses.containsKey(one)) {
                addresses.put(one, random.nextInt(8));
                connections.add(one, address(addresses.get(one)), addresses.get(one) == 0);
            } else if (random.nextInt(4) == 0) {
                addresses.remove(one);
                waits.remove(one);
                connections.remove(one);
            } else {
                boolean isWaiting = random.nextBoolean();
                connections.setWaiting(one, isWaiting);
                waits.remove(one);
                if (isWaiting) {
                    waits.put(one, (long) step);
                }
            }
            assertThat(connections.longestWaiting()).isEqualTo(found(addresses, waits));
            assertThat(connections.longestWaiting(address(3)))
                    .isEqualTo(waits.keySet().stream()
                            .filter(waiting -> addresses.get(waiting) == 3)
                            .min(Comparator.comparingLong(waits::get)));
            assertThat(connections.size()).isEqualTo(addresses.size());
            assertThat(connections.count(address(3))).isEqualTo(count(addresses, 3));
        }
    }

    private static Optional<Integer> found(Map<Integer, Integer> addresses, Map<Integer, Long> waits) {
        return waits.keySet().stream()
                .min(Comparator.comparingInt(
                                (Integer one) -> addresses.get(one) == 0 ? 0 : -count(addresses, addresses.get(one)))
                        .thenComparingLong(waits::get));
    }

    private static int count(Map<Integer, Integer> addresses, int address) {
        return (int) addresses.values().stream().filter(one -> one == address).count();
    }

    private void open(int connection, int address) {
        connections.add(connection, address(address), address == 0);
        connections.setWaiting(connection, true);
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
