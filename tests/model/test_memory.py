from judge.model.memory import MOST, AnswerMemory, RememberedQuestion

SQUARE: RememberedQuestion[int, int] = RememberedQuestion()
NAME: RememberedQuestion[int, str] = RememberedQuestion()


def test_each_question_has_its_own_answers():
    memory = AnswerMemory()
    memory.answers_to_question(SQUARE)[2] = 4
    memory.answers_to_question(NAME)[2] = "two"
    assert (memory.answers_to_question(SQUARE), memory.answers_to_question(NAME)) == (
        {2: 4},
        {2: "two"},
    )
    assert AnswerMemory().answers_to_question(SQUARE) == {}


def test_too_many_answers_are_forgotten():
    memory = AnswerMemory()
    memory.answers_to_question(NAME)[1] = "one"
    memory.answers_to_question(SQUARE).update(dict.fromkeys(range(MOST + 1), 0))
    assert memory.answers_to_question(SQUARE) == {}
    assert memory.answers_to_question(NAME) == {1: "one"}
