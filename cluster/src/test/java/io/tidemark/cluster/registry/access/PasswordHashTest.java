package io.tidemark.cluster.registry.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordHashTest {
    private static final SecureRandom RANDOM = new SecureRandom();

    @Test
    void isOfItsPasswordAlone() {
        PasswordHash hash = PasswordHash.of("Tide größer", RANDOM);

        assertThat(hash.isOf("Tide größer")).isTrue();
        assertThat(hash.isOf("tide größer")).isFalse();
        assertThat(hash.isOf("")).isFalse();
        assertThat(PasswordHash.parse(hash.toString())).isEqualTo(hash);
    }

    @Test
    void samePasswordsHaveOtherHashes() {
        assertThat(PasswordHash.of("tide", RANDOM)).isNotEqualTo(PasswordHash.of("tide", RANDOM));
    }

    /** Worked out by Python: hashlib.pbkdf2_hmac('sha512', b'tide', bytes(range(16)), 210000). */
    @Test
    void isPbkdf2AsOthersWorkItOut() {
        assertThat(PasswordHash.parse(
                                "pbkdf2-sha512:210000:AAECAwQFBgcICQoLDA0ODw==:ek5JE9SJQayx8Ig82c9qYW+fcFumNTl8bGAGrjRyK6HTt7/bLbG9S4/5Q9v15XhGfOvxK8JbFSSDbq4HzgiUtQ==")
                        .isOf("tide"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tide", "pbkdf2-sha512:1:AAECAwQFBgcICQoLDA0ODw==:AAAA", "$2y$10$abcdefghijklmnopqrstuv"})
    void doesNotRepeatWhatItCannotRead(String text) {
        assertThatThrownBy(() -> PasswordHash.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pbkdf2-sha512:ITERATIONS:SALT:HASH")
                .hasMessageNotContaining(text);
    }

    @Test
    void thatOfNobodyIsOfNoPasswordAndAsHeavyAsItIsAskedFor() {
        PasswordHash few = PasswordHash.ofNobody(OptionalInt.of(1_000));

        assertThat(few.iterations()).isEqualTo(1_000);
        assertThat(few.isOf("")).isFalse();
        assertThat(PasswordHash.parse(few.toString())).isEqualTo(few);
        assertThat(PasswordHash.ofNobody(OptionalInt.empty()).iterations())
                .isEqualTo(PasswordHash.of("tide", RANDOM).iterations());
    }
}
