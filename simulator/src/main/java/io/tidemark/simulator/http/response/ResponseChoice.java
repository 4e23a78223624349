package io.tidemark.simulator.http.response;

import io.tidemark.simulator.text.GeneratedAnswer;
import io.tidemark.simulator.text.TokenizedPrompt;

/**
 * One of the answers to a request.
 *
 * @param index among them
 * @param prompt what it answers
 * @param answer the words
 */
public record ResponseChoice(int index, TokenizedPrompt prompt, GeneratedAnswer answer) {}
