package io.tidemark.simulator.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.text.ChatTemplate.Message;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationTest {
    private final Tokenizer tokenizer = new Tokenizer();
    private final ChatTemplate template = new ChatTemplate(tokenizer);

    @Test
    void wordsAndMarksAreTokens() {
        assertThat(tokenizer.count("Say hi, please!")).isEqualTo(5);
        assertThat(tokenizer.count("Überfluß 東京 x_1")).isEqualTo(3);
        assertThat(tokenizer.ids("a b a"))
                .satisfies(ids -> assertThat(ids[0]).isEqualTo(ids[2]).isNotEqualTo(ids[1]));
    }

    @Test
    void aMessageCostsTwoTokensMoreThanItsWordsAndTheAnswerOne() {
        int[] ids = template.ids(List.of(new Message("system", "Be brief"), new Message("user", "Hi")));

        assertThat(ids).hasSize(2 + 2 + 1 + 2 + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anAnswerResentInTheNextTurnGivesTheTokensThatWereGenerated(long seed) {
        Message question = new Message("user", "What is the tide?");
        TokenizedPrompt first = TokenizedPrompt.of(template.ids(List.of(question)));
        GeneratedAnswer answer = GeneratedAnswer.of(seed, 40, true);
        int[] held = first.idsWith(answer.ids(tokenizer));

        Message resent = new Message("assistant", answer.text(0, answer.tokens()));
        int[] second = template.ids(List.of(question, resent, new Message("user", "And why?")));

        assertThat(held).hasSize(first.tokens() + 40);
        assertThat(second).startsWith(held);
    }

    @Test
    void piecesJoinToTheWholeAndTheEndHasNoText() {
        GeneratedAnswer answer = GeneratedAnswer.of(7, 5, true);

        String joined = answer.text(0, 1) + answer.text(1, 3) + answer.text(3, 5);

        assertThat(joined).isEqualTo(answer.text(0, 5));
        assertThat(answer.text(4, 5)).isEmpty();
        assertThat(answer.finishReason()).isEqualTo("stop");
        assertThat(tokenizer.count(joined)).isEqualTo(4);
    }
}
